/** Random request bodies: mostly well formed. */
import { createHash } from 'node:crypto';
import { oddity, spoiled, unknownId, type Draw, type Fields } from './draw.ts';

export function bookFields(format: string, draw: Draw): Fields {
  const { pick, chance, count, day } = draw;
  return {
    format,
    title: pick(['Salt', 'The Harbour', 'Über den Fluss', '光', 'Tide']),
    language: [pick(['en', 'DE', 'fr', 'xx', 'eN'])],
    description: 'Something to read.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: day(pick([-400, -1, 0, 1, 12, 13, 14, 15, 16, 17, 200])),
    contributor: [
      { firstName: 'Ada', lastName: 'Okafor', role: 'Author' },
      ...(chance(0.7) ? [{ firstName: 'Ben', lastName: 'Roy', role: 'Narrated by' }] : []),
    ],
    price: [{ currency: 'USD', price: 9.99 }],
    ...(chance(0.8) ? { externalId: `fuzz-${count()}` } : {}),
    ...(chance(0.4) ? { subtitle: 'Once more' } : {}),
    ...(chance(0.3) ? { keyword: ['salt', 'sea'] } : {}),
    ...(format === 'print' || chance(0.1) ? { isbn: isbn(draw) } : {}),
    ...(format === 'audio' && chance(0.9)
      ? { audioDetails: { audioLength: 60, audioEdition: pick(['UBR', 'ABR']) } }
      : {}),
  };
}

function isbn({ random }: Draw): string {
  const digits = `978${String(Math.floor(random() * 1e9)).padStart(9, '0')}`;
  const sum = [...digits].reduce((all, one, at) => all + Number(one) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Some fields of a book, with a flag and chapters now and then. */
export function changes(book: Draw['pool']['books'][number] | undefined, draw: Draw): Fields {
  const all = Object.entries(bookFields(book?.format ?? 'ebook', draw));
  return {
    ...Object.fromEntries(all.filter(([name]) => name !== 'format' && draw.chance(0.2))),
    ...(draw.chance(0.3) ? { isFinalVersion: draw.chance(0.7) } : {}),
    ...(book?.format === 'audio' && draw.chance(0.5) ? { chapters: chapters(book.id, draw) } : {}),
  };
}

function chapters(bookId: string, draw: Draw): unknown {
  const { sent } = draw.pool;
  const own = sent.filter((file) => file.bookId === bookId && file.role === 'audio_content');
  return [...own, ...(draw.chance(0.2) ? sent.slice(-3) : [])].slice(0, 4).map(({ id }, index) => ({
    fileId: draw.chance(0.03) ? unknownId(draw) : id,
    sequence: draw.chance(0.05) ? draw.pick<unknown>([0, 2.5, '1', 7]) : index + 1,
    title: draw.chance(0.03) ? oddity(draw) : `Chapter ${index + 1}`,
    ...(draw.chance(0.2) ? { titleAscii: draw.pick<unknown>(['Plain', 'Ünplain', 7]) } : {}),
  }));
}

const jpeg = '\u00ff\u00d8\u00ff\u00e0';
const epub = `PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/epub+zip`;

/** How files of each role begin, and their content type. */
export const kinds: Readonly<Record<string, readonly [beginning: string, type: string]>> = {
  ebook_content: [epub, 'application/epub+zip'],
  ebook_cover: [jpeg, 'image/jpeg'],
  audio_content: ['ID3', 'audio/mpeg'],
  audio_cover: [jpeg, 'image/jpeg'],
  pod_content: ['%PDF-1.7\n', 'application/pdf'],
  pod_cover: ['%PDF-1.7\n', 'application/pdf'],
};

const prefixes: Readonly<Record<string, string>> = { ebook: 'ebook', audio: 'audio', print: 'pod' };

export function descriptors(format: string | undefined, draw: Draw): unknown {
  const { pick, chance, random, pool } = draw;
  const prefix = prefixes[chance(0.9) ? (format ?? 'ebook') : 'audio'] ?? 'ebook';
  return Array.from({ length: pick([1, 1, 2, 3]) }, (_, index) => {
    const role = `${prefix}_${pick(['content', 'cover'])}`;
    const bytes = Buffer.from(`${kinds[role]?.[0]}${random()}`, 'latin1');
    const hashSha256 = createHash('sha256').update(bytes).digest('hex');
    pool.announced.set(hashSha256, bytes);
    const one = { referenceId: `r${index}`, role, filename: `${role}.bin`, hashSha256 };
    return chance(0.1) ? spoiled(one, draw) : one;
  });
}
