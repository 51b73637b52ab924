/** Valid bodies to create a book of each format, marked as belonging to one run. */
import { createHash } from 'node:crypto';
import { isObject } from '../../contract/json-pointer.ts';
import type { components } from '../../generated/api.ts';
import { appendCheckDigit } from './isbn.ts';
import { completeBody } from './complete-body.ts';

export type BookCreate = components['schemas']['BookCreate'];
export type Format = BookCreate['format'];

/** A record, so that a format of the contract that is missing here is a type error. */
const knownFormats: Readonly<Record<Format, true>> = { ebook: true, print: true, audio: true };

export const formats: readonly Format[] = Object.keys(knownFormats).filter(isFormat);

function isFormat(name: string): name is Format {
  return name in knownFormats;
}

/** The run that a book belongs to, and its number within the run: no two books have the same. */
export interface Mark {
  readonly run: string;
  readonly n: number;
  /** Chooses among values that are equally good. It is the same when a case is replayed in another run. */
  readonly variant: number;
}

export function externalIdPrefix(run: string): string {
  return `${toolPrefix}${run}-`;
}

/** The prefix of the external ids of any run of this tool. */
export const toolPrefix = 'bookdist-';

/** Returns the external id of a marked book: only ASCII letters, digits and hyphens, which are safe in a path. */
function createExternalId(mark: Mark): string {
  return `${externalIdPrefix(mark.run)}${mark.n}`;
}

/** The words of titles. Consecutive books have different words, so a list by title is not also in order of creation. */
const titleWords = ['north', 'amber', 'tide', 'dune', 'salt', 'lamp', 'fern'] as const;

/** The prefix of a marked book's title; the case decides what follows. */
function createTitle({ run, n, variant }: Mark): string {
  return `bookdist ${run} ${titleWords[variant % titleWords.length]} ${n}`;
}

/** An ISBN has room for this many runs, and for this many books in each. */
const [runCount, bookCount] = [20_000, 5_000];
/** Without a factor in common with the number of books, so that no two numbers become one. */
const isbnStep = 7_919;

/**
 * Returns a different number for each marked book, in case a service accepts every ISBN only once. The numbers do not
 * grow with the number of the book, so that books sorted by ISBN are not in the order they were made. A service may get
 * some check digits wrong, so the last digit but one is chosen such that the variant decides the check digit.
 */
function createIsbn({ run, n, variant }: Mark): string {
  const runNumber = createHash('sha256').update(run).digest().readUInt32BE(0) % runCount;
  const number = runNumber * bookCount + ((n * isbnStep) % bookCount);
  const start = `978${String(number).padStart(8, '0')}`;
  const isbns = Array.from({ length: 10 }, (_, digit) => appendCheckDigit(`${start}${digit}`));
  return isbns.find((isbn) => isbn.endsWith(String(variant % 10))) ?? '';
}

function formatFields(format: Format, mark: Mark): Partial<BookCreate> {
  if (format === 'print') return { isbn: createIsbn(mark) };
  if (format === 'audio') {
    return {
      contributor: [author, narrator],
      audioDetails: { audioLength: 5400, audioEdition: 'UBR' },
    };
  }
  return {};
}

/**
 * Returns a valid body for a create by the judged contract: every required property, and what the flow of the format adds
 * (an ISBN for print, a narrator and audioDetails for audio). The publication date is a few years
 * ahead; a caller that knows the target's date may use a nearer one.
 * @param overrides replace single properties; omit a key instead of setting it to `undefined`
 */
export function createBookBody(
  format: Format,
  mark: Mark,
  overrides: Partial<BookCreate> = {},
): BookCreate {
  const plainBody = {
    format,
    title: createTitle(mark),
    externalId: createExternalId(mark),
    language: ['en'],
    description: 'A book made by a conformance run; it is removed when the run ends.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2030-06-15',
    contributor: [author],
    // Cut to whole cents by way of binary fractions, this price loses one.
    price: [{ currency: 'USD', price: 19.99 }],
    ...formatFields(format, mark),
  };
  return { ...completeBody('createBook', plainBody, { replaces: true }), ...overrides };
}

type Contributor = components['schemas']['Contributor'];

/** The apostrophe shows whether a service escapes what it stores. */
export const author: Contributor = { firstName: 'Ada', lastName: "O'Brien", role: 'Author' };
/** Shares the author's last name, so that a service that takes people by their names mixes them up. */
export const editor: Contributor = { firstName: 'Benno', lastName: "O'Brien", role: 'Editor' };
export const narrator: Contributor = { firstName: 'Cleo', lastName: 'Marsh', role: 'Narrated by' };

export function isNarrator(contributor: unknown): boolean {
  return isObject(contributor) && contributor['role'] === narrator.role;
}
