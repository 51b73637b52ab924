/** Makes up books like those of a publisher: mostly old ones, in several formats and languages. The shares are invented. */
import { createHash } from 'node:crypto';
import { formatUuid } from '../book/index.ts';
import type { AttachedFile, Book, Chapter, Contributor } from '../book/index.ts';

const dayMs = 86_400_000;

/**
 * Returns the book at an index. The same seed, index and time result in the same book.
 * @param now epoch milliseconds; the books are dated in the fifteen years before, or up to sixty days later
 */
export function makeBook(index: number, { seed, now }: { seed: number; now: number }) {
  const dice = createDice(seed, index);
  const format = dice.pickWeighted({ ebook: 55, print: 30, audio: 15 });
  const publishedAt = now - dice.below(15 * 365) * dayMs - dice.below(dayMs) + 60 * dayMs;
  const createdAt = Math.min(publishedAt - dice.below(200) * dayMs, now - 1 - dice.below(dayMs));
  const status = pickStatus(dice, publishedAt < now);
  const hasFiles = status !== 'draft' || !dice.chance(0.6);
  const files = hasFiles ? makeFiles(format, dice, `${seed} ${index}`) : [];
  const isAudio = format === 'audio';
  return {
    id: makeUuid(`book ${seed} ${index}`),
    createdAt,
    updatedAt: Math.min(now, createdAt + dice.below(90) * dayMs),
    status,
    format,
    title: makeTitle(dice),
    subtitle: dice.chance(0.3) ? makeTitle(dice) : null,
    externalId: dice.chance(0.9) ? `CAT-${seed}-${String(index).padStart(7, '0')}` : null,
    language: pickLanguages(dice),
    isbn: format === 'print' || dice.chance(0.7) ? makeIsbn(index, seed) : null,
    description: makeDescription(dice),
    category: pickSubjects(dice),
    keyword: dice.chance(0.5) ? [dice.pick(['backlist', 'classic', 'reissue', 'debut'])] : [],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: new Date(publishedAt).toISOString().slice(0, 10),
    isFinalVersion: status !== 'draft' || dice.chance(0.4),
    contributor: makeContributors(format, dice),
    price: [
      { currency: dice.pickWeighted({ USD: 60, EUR: 25, GBP: 15 }), price: dice.below(30) + 0.99 },
    ],
    audioDetails: isAudio ? makeAudioDetails(dice) : null,
    files,
    chapters: isAudio ? makeChapters(files) : null,
  };
}

function pickStatus(dice: Dice, isPublished: boolean): string {
  return isPublished
    ? dice.pickWeighted({ published: 88, withdrawn: 6, draft: 4, action_needed: 2 })
    : dice.pickWeighted({ draft: 70, published: 28, action_needed: 2 });
}

function pickLanguages(dice: Dice): readonly string[] {
  const first = dice.pickWeighted({ EN: 68, DE: 10, FR: 8, ES: 8, IT: 4, NL: 2 });
  return dice.chance(0.02) && first !== 'EN' ? [first, 'EN'] : [first];
}

function makeFiles(format: string, dice: Dice, name: string): readonly AttachedFile[] {
  const prefix = format === 'print' ? 'pod' : format;
  const contentCount = format === 'audio' ? 1 + dice.below(6) : 1;
  const extension = { ebook: 'epub', print: 'pdf' }[format] ?? 'mp3';
  const file = (role: string, filename: string): AttachedFile => ({
    id: makeUuid(`file ${name} ${filename}`),
    role: `${prefix}_${role}`,
    filename,
  });
  return [
    ...Array.from({ length: contentCount }, (_file, index) =>
      file('content', `${format}-${index + 1}.${extension}`),
    ),
    file('cover', 'cover.jpg'),
  ];
}

function makeAudioDetails(dice: Dice): NonNullable<Book['audioDetails']> {
  const audioLength = 3_600 + dice.below(50_000);
  return { audioLength, audioEdition: dice.pickWeighted({ UBR: 9, ABR: 1 }) };
}

function makeChapters(files: readonly AttachedFile[]): readonly Chapter[] {
  return files
    .filter(({ role }) => role === 'audio_content')
    .map(({ id }, index) => ({ fileId: id, sequence: index + 1, title: `Chapter ${index + 1}` }));
}

/** Returns a valid ISBN-13 that differs for each index. */
function makeIsbn(index: number, seed: number): string {
  // Each of ninety seeds has ten million numbers of nine digits, one for each index.
  const digits = `978${String((seed % 90) * 10_000_000 + 100_000_000 + index).slice(0, 9)}`;
  const weigh = (digit: string, place: number) => Number(digit) * (place % 2 ? 3 : 1);
  const sum = [...digits].reduce((total, digit, place) => total + weigh(digit, place), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function makeUuid(name: string): string {
  return formatUuid(createHash('sha256').update(name).digest('hex'));
}

const adjectives =
  splitList(`Quiet, Broken, Last, Golden, Hidden, Northern, Paper, Salt, Winter, Distant, Borrowed,
  Seventh, Hollow, Crooked, Bright, Lost, Slow, Iron, Green, Second`);
const nouns =
  splitList(`Harbour, Orchard, Road, Letter, Garden, Lighthouse, River, Map, Season, Bridge, Kingdom,
  Winter, Library, Island, Mirror, Train, Recipe, Archive, Tide, Compass, Village, Clock,
  Field, Shore`);
const places =
  splitList(`Lisbon, the Moor, Aberdeen, the Valley, Trieste, the Coast, Prague, the North, Bruges,
  the Hill`);
const firstNames =
  splitList(`Ines, Marta, Jonas, Aoife, Tomas, Elif, Ruth, Samuel, Noor, Clara, Henrik, Lucia, Peter,
  Amara, Leon, Greta`);
const lastNames =
  splitList(`Aldana, Brandt, Carey, Dufour, Eriksen, Ferrante, Grey, Hassan, Ivanova, Jansen, Keller,
  Lindqvist, Moreau, Novak, Okafor, Petrov`);
const subjects =
  splitList(`FIC014000, FIC022000, FIC027000, HIS010000, BIO026000, CKB000000, TRV009000, JUV001000,
  SCI000000, POE000000`);
const sentences = [
  'A family keeps a secret for three generations.',
  'A journey begins with a letter that was never sent.',
  'What the sea takes, the town remembers.',
  'An old recipe changes a new life.',
  'Two strangers share one winter and one stove.',
  'The archive was closed for a reason.',
] as const;

function splitList(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split(/,\s+/);
  return [first, ...others];
}

function makeTitle(dice: Dice): string {
  const [adjective, noun] = [dice.pick(adjectives), dice.pick(nouns)];
  const titles = {
    plain: `The ${adjective} ${noun}`,
    place: `${noun} of ${dice.pick(places)}`,
    pair: `The ${dice.pick(nouns)} and the ${noun}`,
    volume: `${adjective} ${noun}, Volume ${1 + dice.below(9)}`,
  };
  return titles[dice.pickWeighted({ plain: 5, place: 3, pair: 2, volume: 1 })];
}

function makeDescription(dice: Dice): string {
  return [dice.pick(sentences), dice.pick(sentences), dice.pick(sentences)].join(' ');
}

function pickSubjects(dice: Dice): readonly string[] {
  return dice.chance(0.3) ? [dice.pick(subjects), dice.pick(subjects)] : [dice.pick(subjects)];
}

function makeContributors(format: string, dice: Dice): readonly Contributor[] {
  const person = (role: string): Contributor => ({
    firstName: dice.pick(firstNames),
    lastName: dice.pick(lastNames),
    role,
  });
  return [
    person('Author'),
    ...(dice.chance(0.15) ? [person('Editor')] : []),
    ...(format === 'audio' ? [person('Narrated by')] : []),
  ];
}

type Dice = ReturnType<typeof createDice>;

/** Creates a random number generator for one book of a catalogue. Each book has its own, so that their order does not matter. */
function createDice(seed: number, bookIndex: number) {
  // The large constants here and below only mix bits, so that similar seeds have unrelated results.
  let state =
    (Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(bookIndex + 1, 0xc2b2_ae35)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let hash = Math.imul(state ^ (state >>> 15), state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return ((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Returns an integer from 0 up to a bound, excluding the bound. */
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    chance: (share: number): boolean => next() < share,
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0],
    /** Returns a name with a probability proportional to its weight. */
    pickWeighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the record are its names
      const entries = Object.entries(weights) as [Name, number][];
      let remainder = below(entries.reduce((total, [, weight]) => total + weight, 0));
      const match = entries.find(([, weight]) => {
        remainder -= weight;
        return remainder < 0;
      });
      if (match === undefined) throw new Error('There is nothing to choose from.');
      return match[0];
    },
  };
}
