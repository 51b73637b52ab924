/** A step of a flow, in no tool's own language, so that every tool for flows is given the same. */
import { createHash } from 'node:crypto';
import type { OperationId } from '../../../src/contract/operations.ts';

export interface Step {
  readonly operation: OperationId;
  /** Values of path parameters; `{{name}}` stands for what an earlier step kept. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is no JSON, and its type. */
  readonly text?: { readonly content: string; readonly type: string };
  readonly key?: 'wrong' | 'none';
  /** The only status that will do, or any that says it went well. */
  readonly answers: number | '2xx';
  /** Scalars by JSON pointer that the answer has to show. */
  readonly shows?: Readonly<Record<string, string | number | boolean | null>>;
  /** Regular expressions for texts by JSON pointer. */
  readonly like?: Readonly<Record<string, string>>;
  /** JSON pointers at which there has to be something. */
  readonly has?: readonly string[];
  /** Names for values of the answer, with the pointers at which the document shows them. */
  readonly keeps?: Readonly<Record<string, readonly string[]>>;
}

export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

type More = Partial<Step>;
const attributes = '/data/attributes';
const it = { bookPublicId: '{{id}}' };

/** A pointer into the attributes of a book. */
export function of(property: string): string {
  return `${attributes}/${property}`;
}

/** What a new book is made of; days are variables of the run. */
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

/** Creates a book and finds its id by lookup, whichever answer create gives. */
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

/** The bytes of a file are its name. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Asks for URLs, and keeps the id and the URL of each file under its name. */
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

/** Files from the request for their URLs to the attach. */
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
