/** Values that every service must refuse, by operation. The monitor knows why. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { author, type Format } from '../../../src/harness/values/index.ts';
import { omit } from '../steps/index.ts';

/** The properties that a create requires. */
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

/** Fields with a value that both a create and an update refuse. */
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

/** Returns fields that creates and updates of a format refuse. */
export function listBadFields(format: Format): readonly JsonObject[] {
  return format === 'audio' ? [...badFields, ...badAudioDetails] : badFields;
}

/** Bad values of fields that only an update can have. */
export const badUpdates: readonly JsonObject[] = [{ isFinalVersion: 'yes' }, { chapters: 'none' }];

/** Returns invalid variants of a chapter. */
export function createBadChapters(validChapter: JsonObject): readonly JsonObject[] {
  return [
    omit(validChapter, 'fileId'),
    omit(validChapter, 'sequence'),
    { ...omit(validChapter, 'title'), titleAscii: 'One' },
    { ...validChapter, sequence: 0 },
    { ...validChapter, sequence: -1 },
    { ...validChapter, sequence: '1' },
    { ...validChapter, sequence: 1.5 },
    { ...validChapter, title: 5 },
    { ...validChapter, titleAscii: 5 },
    { ...validChapter, fileId: 5 },
    { ...validChapter, fileId: 'no id' },
  ];
}

/** Returns invalid variants of a descriptor. */
export function createBadDescriptors(validDescriptor: JsonObject): readonly JsonObject[] {
  return [
    omit(validDescriptor, 'role'),
    { ...validDescriptor, role: 'book_content' },
    { ...validDescriptor, role: 5 },
    { ...validDescriptor, filename: 5 },
    { ...validDescriptor, referenceId: 5 },
  ];
}

/** Returns variants of a descriptor with a string that is not a hash. */
export function createBadHashes(validDescriptor: JsonObject): readonly JsonObject[] {
  return ['g'.repeat(64), '0'.repeat(63), '0'.repeat(65)].map((hashSha256) => ({
    ...validDescriptor,
    hashSha256,
  }));
}
