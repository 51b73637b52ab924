/** A body that creates a valid book of each format, marked as belonging to one run. */
import { createHash } from 'node:crypto';
import type { components } from '../../generated/api.ts';
import { author, narrator } from './contributors.ts';
import { closeIsbn } from './isbn.ts';

export type BookCreate = components['schemas']['BookCreate'];
export type Format = BookCreate['format'];

export const formats: readonly Format[] = ['ebook', 'print', 'audio'];

/** Which run a book belongs to, and the how-manieth book of that run it is. */
export interface Mark {
  readonly run: string;
  readonly n: number;
}

/** How the external ids of a run begin. */
export function markOf(run: string): string {
  return `${everyMark}${run}-`;
}

/** How the external ids of any run of this tool begin. */
export const everyMark = 'bookdist-';

/** The external id of a marked book; only ASCII letters, digits and hyphens, so that any path takes it. */
function externalIdOf(mark: Mark): string {
  return `${markOf(mark.run)}${mark.n}`;
}

/** How the title of a marked book begins; what a case puts after it is its own affair. */
function titlePrefixOf(mark: Mark): string {
  return `bookdist ${mark.run} ${mark.n}`;
}

/**
 * A number of its own for each marked book, in case a service takes every ISBN only once.
 * Five digits stand for the run and four for the book, so it holds up to 10,000 books a run.
 */
function isbnOf(mark: Mark): string {
  const run = createHash('sha256').update(mark.run).digest().readUInt32BE(0) % 100_000;
  return closeIsbn(`978${String(run).padStart(5, '0')}${String(mark.n % 10_000).padStart(4, '0')}`);
}

function additions(format: Format, mark: Mark): Partial<BookCreate> {
  if (format === 'print') return { isbn: isbnOf(mark) };
  if (format === 'audio') {
    return {
      contributor: [author, narrator],
      audioDetails: { audioLength: 5400, audioEdition: 'UBR' },
    };
  }
  return {};
}

/**
 * A valid create body: every required property, and what the flow of the format adds
 * (an ISBN for print, a narrator and audioDetails for audio). The publication date is a plain
 * one a few years ahead; a maker that knows the target's today may put a nearer one in its place.
 * @param overrides replace single properties; `undefined` is not a value, leave the key out
 */
export function bookBody(
  format: Format,
  mark: Mark,
  overrides: Partial<BookCreate> = {},
): BookCreate {
  return {
    format,
    title: titlePrefixOf(mark),
    externalId: externalIdOf(mark),
    language: ['en'],
    description: 'A book made by a conformance run; it is removed when the run ends.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2030-06-15',
    contributor: [author],
    price: [{ currency: 'USD', price: 9.99 }],
    ...additions(format, mark),
    ...overrides,
  };
}
