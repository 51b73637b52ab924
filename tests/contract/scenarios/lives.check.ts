/**
 * Whole lives of books, generated so that every two conditions meet in one of them. The monitor
 * judges each exchange; a life itself only has to reach the shops.
 */
import type { StatedId } from '../../../src/contract/requirements.ts';
import { dimensions } from '../../../src/monitor/index.ts';
import type { CaseBody } from '../../../src/harness/suite/index.ts';
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Book, GrantedFile, Stage } from '../../../src/harness/stage/index.ts';
import {
  author,
  type Chapter,
  editor,
  type FileRole,
  type Format,
  narrator,
  sampleText,
  textKinds,
} from '../../../src/harness/values/index.ts';
import { accepted, attachOf, statusNow, uploadedAll } from '../steps/index.ts';
import { coverRows, firstOfEach, type Row } from './rows.ts';

/** What lives differ in. */
const conditions = {
  format: dimensions.format,
  text: textKinds,
  date: ['past', 'within-window', 'far-future'],
  finalVersion: dimensions.finalVersion,
  items: ['one', 'two', 'several'],
  fields: dimensions.fields,
  ending: ['edit', 'attach', 'withdraw'],
} as const;

type Conditions = Row<typeof conditions>;

/** Days from the service's today. */
const days = { past: -40, 'within-window': 6, 'far-future': 3000 } as const;

const counts = { one: 1, two: 2, several: 3 } as const;

const roles: Readonly<Record<Format, readonly [content: FileRole, cover: FileRole]>> = {
  ebook: ['ebook_content', 'ebook_cover'],
  print: ['pod_content', 'pod_cover'],
  audio: ['audio_content', 'audio_cover'],
};

/** Creates a book with text of the kind wanted, and reads it in two ways. */
async function createBook(t: Stage, { format, text, fields }: Conditions): Promise<Book> {
  const name = { firstName: sampleText(text, 2), lastName: sampleText(text, 1) };
  const book = await t.make.draft(format, {
    title: sampleText(text, 0),
    contributor: [{ ...name, role: 'Author' }, ...(format === 'audio' ? [narrator] : [])],
    language: fields === 'several' ? ['EN', 'ES'] : ['en'],
    ...(fields === 'none' ? {} : { subtitle: sampleText(text, 1) }),
    ...(fields === 'several' ? { keyword: [sampleText(text, 1), 'sea'] } : {}),
  });
  await t.ask.read(book.id);
  await t.eventually(async () => t.ask.lookUp(book.externalId), accepted);
  return book;
}

/** Announces files, sends their bytes and attaches them one after another. */
async function addFiles(t: Stage, book: Book, { items }: Conditions): Promise<GrantedFile[]> {
  const [content, cover] = roles[book.format];
  const tracks = book.format === 'audio' ? counts[items] : 1;
  const contents = Array.from({ length: tracks }, () => content);
  const batches = items === 'one' ? [contents, [cover]] : [[...contents, cover]];
  const files: GrantedFile[] = [];
  for (const batch of batches) {
    const granted = await uploadedAll(t, book, batch);
    for (const file of granted) await attachOf(t, book, file);
    files.push(...granted);
  }
  return files;
}

/** One chapter for each track, with titles of the kind wanted. */
function chaptersFor(files: readonly GrantedFile[], { text }: Conditions): Chapter[] {
  return files
    .filter(({ file }) => file.role === 'audio_content')
    .map(({ fileId }, index) => ({
      fileId,
      sequence: index + 1,
      title: `${sampleText(text, 0)} ${index + 1}`,
      ...(text === 'ascii' ? {} : { titleAscii: `Chapter ${index + 1}` }),
    }));
}

/** Changes as many fields as wanted, each in an update of its own kind. */
async function editFields(t: Stage, { id, format }: Book, row: Conditions): Promise<void> {
  const { text, fields } = row;
  if (fields === 'none') return;
  await t.ask.update(id, { title: `${sampleText(text, 0)} II` });
  if (fields === 'one') return;
  await t.ask.update(id, {
    subtitle: sampleText(text, 0),
    description: sampleText(text, 1),
    contributor: [author, editor, ...(format === 'audio' ? [narrator] : [])],
    price: [
      { currency: 'EUR', price: 12.5 },
      { currency: 'GBP', price: 3 },
    ],
    keyword: [sampleText(text, 2)],
  });
  if (format !== 'audio') return;
  await t.ask.update(id, { audioDetails: { audioLength: 60, audioEdition: 'ABR' } });
}

/** Publishes with the date and finality wanted, and once more as final if that was refused. */
async function release(t: Stage, { id }: Book, { date, finalVersion }: Conditions): Promise<void> {
  const publicationDate = t.clock.day(days[date]);
  await t.ask.update(id, { publicationDate, isFinalVersion: finalVersion === 'yes' });
  await t.ask.read(id);
  const first = await t.ask.publish(id);
  if (!accepted(first)) {
    await t.ask.update(id, { isFinalVersion: true });
    t.expect.accepted(await t.ask.publish(id), 'to publishing a complete book');
  } else {
    t.expect.accepted(first, 'to publishing a complete book');
  }
  await t.eventually(
    async () => statusNow(t, id),
    (status) => status !== 'draft',
  );
}

type Ending = (t: Stage, book: Book, row: Conditions) => Promise<void>;

/** Edits that leave a published book a draft, whatever field they touch. */
const again: Ending = async (t, { id }) => {
  await t.ask.read(id);
  await t.ask.publish(id);
};

const endings: Readonly<Record<Conditions['ending'], Ending>> = {
  edit: async (t, book, row) => {
    await t.ask.update(book.id, { subtitle: sampleText(row.text, 0) });
    await again(t, book, row);
    await t.ask.update(book.id, { isFinalVersion: true, language: ['DE'] });
    await again(t, book, row);
  },
  attach: async (t, book, row) => {
    const cover = roles[book.format][1];
    const [file] = await uploadedAll(t, book, [cover]);
    if (file !== undefined) await attachOf(t, book, file);
    await again(t, book, row);
  },
  withdraw: async (t, book, row) => {
    await t.ask.unpublish(book.id);
    await t.ask.read(book.id);
    await t.ask.update(book.id, { description: sampleText(row.text, 0) });
    await again(t, book, row);
  },
};

function live(row: Conditions): CaseBody {
  return async (t) => {
    const book = await createBook(t, row);
    const files = await addFiles(t, book, row);
    const chapters = chaptersFor(files, row);
    if (chapters.length > 0) await t.ask.update(book.id, { chapters });
    await editFields(t, book, row);
    await release(t, book, row);
    await t.ask.list({ format: row.format, perPage: 100 });
    await endings[row.ending](t, book, row);
  };
}

const flows: Readonly<Record<Format, StatedId>> = {
  ebook: 'flow.ebook',
  print: 'flow.print',
  audio: 'flow.audiobook',
};

const covers = [
  'book.',
  'create.',
  'read.',
  'lookup.',
  'update.',
  'upload.',
  'put.',
  'attach.',
  'publish.',
  'unpublish.',
  'status.',
  'id.',
  'contributor.',
  'price.',
  'audio-details.',
  'chapters.',
  'isbn.',
  'list.item-',
];

function describe({ format, text, date, finalVersion, items, fields, ending }: Conditions): string {
  const final = finalVersion === 'yes' ? 'final' : 'not final';
  return `takes a ${format} book to the shops: ${text} text, ${date} date, ${final}, ${items} at a time, ${fields} edited, then ${ending}`;
}

function livesOf(rows: readonly Conditions[], depth: 'quick' | 'usual' | 'deep') {
  return dimensions.format.map((format) => {
    const own = rows.filter((row) => row.format === format);
    const cases = Object.fromEntries(own.map((row) => [describe(row), live(row)]));
    return check(flows[format], cases, { covers, depth, needs: ['read', 'write', 'publish'] });
  });
}

const pairs = coverRows(conditions, 2);
const quick = firstOfEach(pairs);
const usual = pairs.filter((row) => !quick.includes(row));
const triples = coverRows(conditions, 3);

export const lives = section('Lives of books', [
  ...livesOf(quick, 'quick'),
  ...livesOf(usual, 'usual'),
  ...livesOf(triples, 'deep'),
]);
