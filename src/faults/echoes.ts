/** The fields of a response that repeat what a client sent, and the requirements that a changed value breaks. */
import type { RequirementId } from '../contract/requirements.ts';
import { readFields } from '../contract/fields.ts';

/** The requirements that a field breaks if it is not shown as the client sent it. */
export interface Echo {
  readonly breaks: readonly RequirementId[];
  /** Ids, and areas that end with a dot, in which the same mistake also shows. */
  readonly mayAlsoBreak: readonly string[];
}

/** Fields of one component of the contract that break the same requirements. */
interface EchoGroup {
  /** The name of the component, or the place of an inline schema within it. */
  readonly prefix: string;
  readonly fields: readonly string[];
  readonly echo: Echo;
}

const bookAreas: readonly string[] = [
  'book.',
  'isbn.',
  'date.',
  'contributor.',
  'price.',
  'audio-details.',
  'create.',
  'read.',
  'list.',
  'lookup.',
  'update.',
  'flow.',
  'status.',
];

const bookEcho: Echo = {
  breaks: ['create.reads-back', 'update.changes-values'],
  mayAlsoBreak: bookAreas,
};

const { book, chapter, client, item, members } = readFields();

const echoGroups: readonly EchoGroup[] = [
  {
    prefix: 'BookAttributes',
    fields: [
      ...client.filter((name) => name !== 'audioDetails'),
      ...(members['audioDetails'] ?? []).map((name) => `audioDetails/properties/${name}`),
    ],
    echo: bookEcho,
  },
  { prefix: 'Contributor', fields: members['contributor'] ?? [], echo: bookEcho },
  { prefix: 'Price', fields: members['price'] ?? [], echo: bookEcho },
  {
    prefix: 'StoredChapter',
    fields: chapter.all,
    echo: { breaks: ['chapters.read-back'], mayAlsoBreak: ['chapters.', 'flow.'] },
  },
  {
    prefix: 'BookListItem/properties/attributes',
    fields: item.all.filter((name) => book.all.includes(name)),
    echo: { breaks: ['list.agrees-with-book'], mayAlsoBreak: ['list.', 'flow.'] },
  },
  {
    prefix: 'BookList/properties/meta',
    fields: ['page', 'perPage'],
    echo: { breaks: ['list.meta-echo'], mayAlsoBreak: ['list.'] },
  },
  {
    prefix: 'Grant/properties/attributes',
    fields: ['referenceId'],
    echo: { breaks: ['upload.grant-reference-id'], mayAlsoBreak: ['upload.'] },
  },
  {
    prefix: 'Grant/properties/attributes',
    fields: ['role'],
    echo: { breaks: ['upload.grant-role'], mayAlsoBreak: ['upload.'] },
  },
];

const releaseAreas = ['chapters.', 'upload.', 'attach.', 'publish.', 'unpublish.', 'delete.'];

/** Ids and areas in which a value of the wrong type also shows, by the component that has the field. */
const areasByComponent: Readonly<Record<string, readonly string[]>> = {
  BookAttributes: [...bookAreas, ...releaseAreas],
  BookListItem: ['list.', 'flow.'],
  BookList: ['list.'],
  Contributor: bookAreas,
  Price: bookAreas,
  StoredChapter: ['chapters.', 'flow.'],
  Grant: ['upload.', 'put.', 'attach.'],
  BareGrant: ['upload.', 'put.', 'attach.'],
  DeleteRefusal: ['problem.', 'delete.'],
  Message: ['read.', 'update.', 'upload.', 'attach.', 'publish.', 'unpublish.', 'delete.'].map(
    (area) => `${area}unknown-404`,
  ),
  Problem: [
    'problem.',
    'delete.refusal-detail',
    'isbn.reason',
    'create.required-properties',
    'create.schema-400',
    'upload.role-fits-format',
    'list.invalid-query-400',
    'lookup.unknown-names-parameter',
  ],
};

/** Returns the echo at a place of the contract; undefined if the service sets the value itself. */
export function findEcho(pointer: string): Echo | undefined {
  const place = pointer.replace('#/components/schemas/', '');
  return echoGroups.find(({ prefix, fields }) =>
    fields.some((field) => place === `${prefix}/properties/${field}`),
  )?.echo;
}

/** Returns the ids and areas in which a value of the wrong type at a place also shows. */
export function findAffectedAreas(pointer: string): readonly string[] {
  const [, component = ''] = /^#\/components\/schemas\/(\w+)/.exec(pointer) ?? [];
  return areasByComponent[component] ?? [];
}
