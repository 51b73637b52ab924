/** A made-up catalogue that resembles a publisher's: mostly backlist, several formats and languages. */
import { createHash } from 'node:crypto';
import { type AttachedFile, type Book, type Chapter, uuidFrom } from '../book/index.ts';
import { shareOf, type Dice } from './dice.ts';
import { blurb, contributorsFor, subjectFor, titleFor } from './words.ts';

/** A book without what the account and the store add to it. */
export type SeedBook = Omit<Book, 'account' | 'sequence' | 'version'>;

const day = 86_400_000;

/**
 * Returns the book with a number. The same seed and number return the same book.
 * @param now epoch milliseconds; the catalogue goes back fifteen years from there
 */
export function makeBook(index: number, { seed, now }: { seed: number; now: number }): SeedBook {
  const dice = shareOf(seed, index);
  const format = dice.weighted({ ebook: 55, print: 30, audio: 15 });
  const published = now - dice.below(15 * 365) * day - dice.below(day) + 60 * day;
  const createdAt = Math.min(published - dice.below(200) * day, now - 1 - dice.below(day));
  const status = statusFor(dice, published < now);
  const files =
    status === 'draft' && dice.chance(0.6) ? [] : filesFor(format, dice, `${seed} ${index}`);
  const audio = format === 'audio';
  return {
    id: uuid(`book ${seed} ${index}`),
    createdAt,
    updatedAt: Math.min(now, createdAt + dice.below(90) * day),
    status,
    format,
    title: titleFor(dice),
    subtitle: dice.chance(0.3) ? titleFor(dice) : null,
    externalId: dice.chance(0.9) ? `CAT-${seed}-${String(index).padStart(7, '0')}` : null,
    language: languagesFor(dice),
    isbn: format === 'print' || dice.chance(0.7) ? isbnFor(index, seed) : null,
    description: blurb(dice),
    category: subjectFor(dice),
    keyword: dice.chance(0.5) ? [dice.pick(['backlist', 'classic', 'reissue', 'debut'])] : [],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: new Date(published).toISOString().slice(0, 10),
    isFinalVersion: status !== 'draft' || dice.chance(0.4),
    contributor: contributorsFor(format, dice),
    price: [
      { currency: dice.weighted({ USD: 60, EUR: 25, GBP: 15 }), price: dice.below(30) + 0.99 },
    ],
    audioDetails: audio
      ? { audioLength: 3_600 + dice.below(50_000), audioEdition: dice.weighted({ UBR: 9, ABR: 1 }) }
      : null,
    files,
    chapters: audio ? chaptersFor(files) : null,
  };
}

function statusFor(dice: Dice, out: boolean): string {
  return out
    ? dice.weighted({ published: 88, withdrawn: 6, draft: 4, action_needed: 2 })
    : dice.weighted({ draft: 70, published: 28, action_needed: 2 });
}

function languagesFor(dice: Dice): readonly string[] {
  const first = dice.weighted({ EN: 68, DE: 10, FR: 8, ES: 8, IT: 4, NL: 2 });
  return dice.chance(0.02) && first !== 'EN' ? [first, 'EN'] : [first];
}

function filesFor(format: string, dice: Dice, name: string): readonly AttachedFile[] {
  const prefix = format === 'print' ? 'pod' : format;
  const contents = format === 'audio' ? 1 + dice.below(6) : 1;
  const ending = { ebook: 'epub', print: 'pdf' }[format] ?? 'mp3';
  const file = (role: string, filename: string): AttachedFile => ({
    id: uuid(`file ${name} ${filename}`),
    role: `${prefix}_${role}`,
    filename,
  });
  return [
    ...Array.from({ length: contents }, (_one, index) =>
      file('content', `${format}-${index + 1}.${ending}`),
    ),
    file('cover', 'cover.jpg'),
  ];
}

function chaptersFor(files: readonly AttachedFile[]): readonly Chapter[] {
  return files
    .filter(({ role }) => role === 'audio_content')
    .map(({ id }, index) => ({ fileId: id, sequence: index + 1, title: `Chapter ${index + 1}` }));
}

/** Returns a valid ISBN-13, another one for each number. */
function isbnFor(index: number, seed: number): string {
  const digits = `978${String((seed % 90) * 10_000_000 + 100_000_000 + index).slice(0, 9)}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function uuid(name: string): string {
  return uuidFrom(createHash('sha256').update(name).digest('hex'));
}
