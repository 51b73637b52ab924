/** Builds the steps of flows, and the dates and files that they use. */
import { createHash } from 'node:crypto';
import type { OperationId } from '../../src/contract/operations.ts';

export interface Step {
  readonly operation: OperationId;
  /** Path parameters; `{{name}}` is a value that an earlier step kept. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is not JSON, and its type. */
  readonly text?: { readonly content: string; readonly type: string };
  readonly key?: 'wrong' | 'none';
  /** The expected status, or any success. */
  readonly status: number | '2xx';
  /** Expected scalars, by JSON pointer. */
  readonly values?: Readonly<Record<string, string | number | boolean | null>>;
  /** Regular expressions that strings must match, by JSON pointer. */
  readonly patterns?: Readonly<Record<string, string>>;
  /** JSON pointers that must exist. */
  readonly pointers?: readonly string[];
  /** Values to keep for later steps, by name, with the JSON pointers to each in the documented shapes. */
  readonly keeps?: Readonly<Record<string, readonly string[]>>;
}

export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

type StepOptions = Partial<Step>;
const attributes = '/data/attributes';
const bookPath = { bookPublicId: '{{id}}' };

/** Returns a pointer into the attributes of a book. */
export function attribute(property: string): string {
  return `${attributes}/${property}`;
}

/** Returns the fields of a new book; dates are inputs of the run. */
export function fields(format: string, name: string, others: object = {}) {
  return {
    format,
    title: `Title of ${name}`,
    subtitle: 'A subtitle',
    externalId: `${name}-{{run}}`,
    language: ['en', 'fr'],
    description: 'It goes out into the world.',
    category: ['FIC000000'],
    keyword: ['one', 'two'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '{{inYears}}',
    contributor: [
      { firstName: 'Ada', lastName: 'Author', role: 'Author' },
      ...(format === 'audio' ? [{ firstName: 'Ned', lastName: 'Voice', role: 'Narrated by' }] : []),
    ],
    price: [{ currency: 'EUR', price: 12.5 }],
    ...(format === 'audio' ? { audioDetails: { audioLength: 600, audioEdition: 'UBR' } } : {}),
    ...(format === 'print' ? { isbn: '9780306406157' } : {}),
    ...others,
  };
}

/**
 * Returns the steps that create a book and look up its id. A create has two documented response shapes, so the id is
 * not read from its response.
 */
export function createAndLookUp(format: string, name: string, others: object = {}): Step[] {
  return [
    create(fields(format, name, others), 201),
    lookUp(`${name}-{{run}}`, 200, {
      keeps: { id: ['/data/id'] },
      values: { [attribute('status')]: 'draft', [attribute('format')]: format },
    }),
  ];
}

export function create(body: unknown, status: Step['status'], options: StepOptions = {}): Step {
  return { operation: 'createBook', body, status, ...options };
}

export function lookUp(name: string, status: Step['status'], options: StepOptions = {}): Step {
  return { operation: 'lookUpBook', path: { bookExternalId: name }, status, ...options };
}

export function readBook(
  status: Step['status'],
  values: Step['values'] = {},
  options: StepOptions = {},
): Step {
  return { operation: 'readBook', path: bookPath, status, values, ...options };
}

export function update(body: unknown, status: Step['status'], options: StepOptions = {}): Step {
  return { operation: 'updateBook', path: bookPath, body, status, ...options };
}

export function publish(status: Step['status'], options: StepOptions = {}): Step {
  return { operation: 'publishBook', path: bookPath, status, ...options };
}

export function unpublish(status: Step['status']): Step {
  return { operation: 'unpublishBook', path: bookPath, status };
}

export function remove(status: Step['status'] = '2xx'): Step {
  return { operation: 'deleteBook', path: bookPath, status };
}

export function list(
  query: Record<string, string>,
  status: number,
  options: StepOptions = {},
): Step {
  return { operation: 'listBooks', query, status, ...options };
}

export interface File {
  readonly name: string;
  readonly role: string;
  readonly type: string;
}

/** Returns the SHA-256 hash of a file's content, which is the name of the file by default. */
export function computeHash(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Requests upload URLs, and keeps the id and the URL of each file under its name. */
export function requestUploads(
  files: readonly File[],
  status: Step['status'] = 201,
  options: StepOptions = {},
): Step {
  const pointersTo = (index: number, property: string, envelopedProperty: string): string[] => [
    `/data/${index}/${envelopedProperty}`,
    `/${index}/${property}`,
  ];
  const keeps = files.flatMap(({ name }, index) => [
    [`${name}Id`, pointersTo(index, 'id', 'id')] as const,
    [`${name}Url`, pointersTo(index, 'url', 'attributes/url')] as const,
  ]);
  const body = files.map(({ name, role }) => ({
    referenceId: name,
    role,
    filename: `${name}.bin`,
    hashSha256: computeHash(name),
  }));
  return {
    operation: 'requestUploads',
    path: bookPath,
    body,
    status,
    ...(status === 201 ? { keeps: Object.fromEntries(keeps) } : {}),
    ...options,
  };
}

export function putFile(
  { name, type }: File,
  status: Step['status'] = '2xx',
  content = name,
): Step {
  return {
    operation: 'putFile',
    path: { presignedUrl: `{{${name}Url}}` },
    text: { content, type },
    key: 'none',
    status,
  };
}

export function attach(
  { name }: File,
  status: Step['status'] = 200,
  hash = computeHash(name),
): Step {
  return {
    operation: 'attachFile',
    path: { ...bookPath, fileId: `{{${name}Id}}` },
    body: { filename: `${name}.bin`, hashSha256: hash },
    status,
  };
}

/** Uploads and attaches files. */
export function upload(files: readonly File[]): Step[] {
  return [requestUploads(files), ...files.flatMap((file) => [putFile(file), attach(file)])];
}

export const ebookFiles: readonly File[] = [
  { name: 'novel', role: 'ebook_content', type: 'application/epub+zip' },
  { name: 'front', role: 'ebook_cover', type: 'image/jpeg' },
];

export const audioFiles: readonly File[] = [
  { name: 'first', role: 'audio_content', type: 'audio/mpeg' },
  { name: 'second', role: 'audio_content', type: 'audio/mpeg' },
  { name: 'square', role: 'audio_cover', type: 'image/jpeg' },
];

export const printFiles: readonly File[] = [
  { name: 'inside', role: 'pod_content', type: 'application/pdf' },
  { name: 'wrap', role: 'pod_cover', type: 'application/pdf' },
];

/** Returns the dates that flows use, relative to a time in epoch milliseconds. */
export function daysFrom(now: number): Readonly<Record<string, string>> {
  const inDays = (days: number): string =>
    new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  return {
    past: inDays(-40),
    today: inDays(0),
    inFiveDays: inDays(5),
    inTwelveDays: inDays(12),
    inEighteenDays: inDays(18),
    inYears: inDays(3000),
  };
}
