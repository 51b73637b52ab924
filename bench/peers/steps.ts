/** The steps that flows are made of, and the dates and files they use. */
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
  readonly answers: number | '2xx';
  /** Expected scalars, by JSON pointer. */
  readonly shows?: Readonly<Record<string, string | number | boolean | null>>;
  /** Regular expressions that strings must match, by JSON pointer. */
  readonly like?: Readonly<Record<string, string>>;
  /** JSON pointers that must exist. */
  readonly has?: readonly string[];
  /** Values to keep: name to the pointers at which the document shows them. */
  readonly keeps?: Readonly<Record<string, readonly string[]>>;
}

export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

type More = Partial<Step>;
const attributes = '/data/attributes';
const it = { bookPublicId: '{{id}}' };

/** Returns a pointer into the attributes of a book. */
export function of(property: string): string {
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
    publicationDate: '{{distant}}',
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

/** Creates a book and looks up its id, because create has two documented responses. */
export function make(format: string, name: string, others: object = {}): Step[] {
  return [
    create(fields(format, name, others), 201),
    lookUp(`${name}-{{run}}`, 200, {
      keeps: { id: ['/data/id'] },
      shows: { [of('status')]: 'draft', [of('format')]: format },
    }),
  ];
}

export function create(body: unknown, answers: Step['answers'], more: More = {}): Step {
  return { operation: 'createBook', body, answers, ...more };
}

export function lookUp(name: string, answers: Step['answers'], more: More = {}): Step {
  return { operation: 'lookUpBook', path: { bookExternalId: name }, answers, ...more };
}

export function read(answers: Step['answers'], shows: Step['shows'] = {}, more: More = {}): Step {
  return { operation: 'readBook', path: it, answers, shows, ...more };
}

export function update(body: unknown, answers: Step['answers'], more: More = {}): Step {
  return { operation: 'updateBook', path: it, body, answers, ...more };
}

export function publish(answers: Step['answers'], more: More = {}): Step {
  return { operation: 'publishBook', path: it, answers, ...more };
}

export function unpublish(answers: Step['answers']): Step {
  return { operation: 'unpublishBook', path: it, answers };
}

export function remove(answers: Step['answers'] = '2xx'): Step {
  return { operation: 'deleteBook', path: it, answers };
}

export function list(query: Record<string, string>, answers: number, more: More = {}): Step {
  return { operation: 'listBooks', query, answers, ...more };
}

export interface File {
  readonly name: string;
  readonly role: string;
  readonly type: string;
}

/** Returns the hash of a file whose bytes are its name. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Requests upload URLs, and keeps the id and the URL of each file under its name. */
export function ask(files: readonly File[], answers: Step['answers'] = 201, more: More = {}): Step {
  const at = (index: number, property: string, labelled: string): string[] => [
    `/data/${index}/${labelled}`,
    `/${index}/${property}`,
  ];
  const keeps = files.flatMap(({ name }, index) => [
    [`${name}Id`, at(index, 'id', 'id')] as const,
    [`${name}Url`, at(index, 'url', 'attributes/url')] as const,
  ]);
  const body = files.map(({ name, role }) => ({
    referenceId: name,
    role,
    filename: `${name}.bin`,
    hashSha256: hashOf(name),
  }));
  return {
    operation: 'requestUploads',
    path: it,
    body,
    answers,
    ...(answers === 201 ? { keeps: Object.fromEntries(keeps) } : {}),
    ...more,
  };
}

export function put({ name, type }: File, answers: Step['answers'] = '2xx', content = name): Step {
  return {
    operation: 'putFile',
    path: { presignedUrl: `{{${name}Url}}` },
    text: { content, type },
    key: 'none',
    answers,
  };
}

export function attach({ name }: File, answers: Step['answers'] = 200, hash = hashOf(name)): Step {
  return {
    operation: 'attachFile',
    path: { ...it, fileId: `{{${name}Id}}` },
    body: { filename: `${name}.bin`, hashSha256: hash },
    answers,
  };
}

/** Uploads and attaches files. */
export function upload(all: readonly File[]): Step[] {
  return [ask(all), ...all.flatMap((file) => [put(file), attach(file)])];
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
    soon: inDays(5),
    near: inDays(12),
    far: inDays(18),
    distant: inDays(3000),
  };
}
