/** One valid book of each format, for every test that creates a book. */
import type { AudiobookCreate, EbookCreate } from '../../src/client/contract.ts';

export type Format = 'ebook' | 'print' | 'audio';

/** A valid ebook without an external id. */
const ebook: EbookCreate = {
  format: 'ebook',
  title: 'The Salt Road',
  language: ['en'],
  description: 'A trader walks the old salt road one last time.',
  category: ['FIC014000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2031-03-15',
  contributor: [{ firstName: 'Ines', lastName: 'Aldana', role: 'Author' }],
  price: [{ currency: 'USD', price: 9.99 }],
};

/** The same book as an audiobook with a narrator. */
const audiobook = {
  ...ebook,
  format: 'audio',
  contributor: [
    ...ebook.contributor,
    { firstName: 'Nora', lastName: 'Reader', role: 'Narrated by' },
  ],
  audioDetails: { audioLength: 60, audioEdition: 'UBR' },
} as const satisfies AudiobookCreate;

const books = {
  ebook,
  audio: audiobook,
  print: { ...ebook, format: 'print', isbn: '9780306406157' },
};

/** Returns the fields of a valid new book, with some changes. */
export function newBook(format: Format, changes: object = {}): Record<string, unknown> {
  return { ...books[format], ...changes };
}
