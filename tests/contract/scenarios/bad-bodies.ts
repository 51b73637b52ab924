/** Values that every service must refuse, by operation. The monitor knows why. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { author, type Format } from '../../../src/harness/values/index.ts';
import { omit } from '../steps/index.ts';

/** Properties without which nothing is created. */
export const requiredProperties = [
  'format',
  'title',
  'language',
  'description',
  'category',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'contributor',
  'price',
] as const;

const price = { currency: 'USD', price: 9.5 };

/** Fields whose value a create and an update both refuse. */
const badFields: readonly JsonObject[] = [
  { title: 5 },
  { description: true },
  { language: 'en' },
  { language: [5] },
  { category: 'FIC000000' },
  { keyword: 'tide' },
  { copyright: 5 },
  { saleTerritory: 'ALL' },
  { subtitle: 5 },
  { externalId: 5 },
  { contributor: 'Ada Okafor' },
  { price: 9.99 },
  ...['firstName', 'lastName', 'role'].map((key) => ({
    contributor: [author, omit(author, key)],
  })),
  { contributor: [{ ...author, firstName: 5 }] },
  { contributor: [author, { ...author, role: 5 }] },
  ...['currency', 'price'].map((key) => ({ price: [omit(price, key)] })),
  { price: [price, { currency: 'USD', price: '9.99' }] },
  { price: [{ currency: 5, price: 9.99 }] },
  { isbn: '9783161484101' },
  { isbn: 'no number' },
  { publicationDate: 'soon' },
  { publicationDate: 'May 2030' },
];

const badAudioDetails: readonly JsonObject[] = [
  { audioDetails: { audioLength: '5400', audioEdition: 'UBR' } },
  { audioDetails: { audioLength: 5400.5, audioEdition: 'UBR' } },
  { audioDetails: { audioLength: 5400, audioEdition: 'XYZ' } },
  { audioDetails: { audioLength: 5400, audioEdition: 5 } },
];

/** Observes which values a book of a format cannot be created with, or changed to. */
export function badFieldsFor(format: Format): readonly JsonObject[] {
  return format === 'audio' ? [...badFields, ...badAudioDetails] : badFields;
}

/** Changes that only an update can be asked for. */
export const badUpdates: readonly JsonObject[] = [{ isFinalVersion: 'yes' }, { chapters: 'none' }];

/** Chapter entries that no audiobook accepts, in place of a good one. */
export function badChapters(good: JsonObject): readonly JsonObject[] {
  return [
    omit(good, 'fileId'),
    omit(good, 'sequence'),
    { ...omit(good, 'title'), titleAscii: 'One' },
    { ...good, sequence: 0 },
    { ...good, sequence: -1 },
    { ...good, sequence: '1' },
    { ...good, sequence: 1.5 },
    { ...good, title: 5 },
    { ...good, titleAscii: 5 },
    { ...good, fileId: 5 },
    { ...good, fileId: 'no id' },
  ];
}

/** Descriptors that no upload request grants, in place of a good one. */
export function badDescriptors(good: JsonObject): readonly JsonObject[] {
  return [
    omit(good, 'role'),
    { ...good, role: 'book_content' },
    { ...good, role: 5 },
    { ...good, filename: 5 },
    { ...good, referenceId: 5 },
  ];
}

/** Descriptors with a string that is not a hash. */
export function badHashes(good: JsonObject): readonly JsonObject[] {
  return ['g'.repeat(64), '0'.repeat(63), '0'.repeat(65)].map((hashSha256) => ({
    ...good,
    hashSha256,
  }));
}
