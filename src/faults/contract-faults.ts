/** Faults derived from the contract: a wrong type and a wrong value for each field, also for those that repeat what a client sent. */
import { type RequirementId, isRequirementId } from '../contract/requirements.ts';
import { readFields } from '../contract/fields.ts';
import { findDocumentedResponse, type Operation } from '../contract/operations.ts';
import { readContract, type Contract } from '../contract/spec.ts';
import { isArray, isObject, type Json } from '../contract/json-pointer.ts';
import { isJsonType } from '../contract/shapes.ts';
import type { SandboxResponse } from '../sandbox/present/index.ts';
import { createBodyChange, findPlaces, type Place } from './contract-places.ts';
import { changeResponses, type Fault } from './fault.ts';

/** The requirements that a field breaks if it is not shown as the client sent it. */
interface Echo {
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
function findEcho(pointer: string): Echo | undefined {
  const place = pointer.replace('#/components/schemas/', '');
  return echoGroups.find(({ prefix, fields }) =>
    fields.some((field) => place === `${prefix}/properties/${field}`),
  )?.echo;
}

/** Returns the ids and areas in which a value of the wrong type at a place also shows. */
function findAffectedAreas(pointer: string): readonly string[] {
  const [, component = ''] = /^#\/components\/schemas\/(\w+)/.exec(pointer) ?? [];
  return areasByComponent[component] ?? [];
}

/** Returns every fault that is derived from the contract. */
export function createContractFaults(contract: Contract = readContract()): readonly Fault[] {
  const roots = Object.values(contract.operations).flatMap(({ responses }) =>
    responses.flatMap(({ content }) => Object.values(content)),
  );
  const places = new Map(
    [...new Set(roots)]
      .flatMap((root) => findPlaces(contract.document, root))
      .map((place) => [place.pointer, place]),
  );
  return [...places.values()].flatMap((place) => [
    createTypeFault(place),
    ...createValueFault(place),
  ]);
}

function createTypeFault(place: Place): Fault {
  return {
    name: `${place.name}-of-another-type`,
    breaks: place.requirements.filter(isRequirementId),
    mayAlsoBreak: findAffectedAreas(place.pointer),
    description: `The property ${place.name} has the wrong type.`,
    override: changePlace(place, () => pickWrongType(place)),
    ...findRequiredReadings(place),
  };
}

function createValueFault(place: Place): Fault[] {
  const echo = findEcho(place.pointer);
  if (echo === undefined) return [];
  return [
    {
      name: `${place.name}-not-as-given`,
      ...echo,
      description: `The property ${place.name} does not have the value that was sent.`,
      override: changePlace(place, (value) => changeValue(value, place)),
    },
  ];
}

/** Returns a value that the contract's types do not allow at a place. */
function pickWrongType({ types }: Place): Json {
  if (!types.includes('number') && !types.includes('integer')) return 7;
  return types.includes('string') ? [] : 'seven';
}

/** Returns another value of the right type and form. Keeps null and empty values, because they mean that nothing was sent. */
function changeValue(value: Json, { schema }: Place): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return changeText(value, schema['format'], schema['enum']);
  return isArray(value) ? value.slice(0, -1) : value;
}

function changeText(text: string, format: Json | undefined, allowed: Json | undefined): string {
  if (isArray(allowed)) {
    const otherValue = allowed.find((value) => value !== text);
    return typeof otherValue === 'string' ? otherValue : text;
  }
  if (format === 'date') return text.replace(/^\d{4}/, (year) => `${Number(year) + 1}`);
  if (format === 'uuid') return text.replace(/.$/, text.endsWith('0') ? '1' : '0');
  return `${text} X`;
}

function changePlace(place: Place, change: (value: Json) => Json) {
  return changeResponses((response, { operation }, { contract }) => {
    const changeBody = createBodyChange(contract.document, place, change);
    const root = operation && findSchema(contract.operations[operation], response);
    const body: unknown = root === undefined ? undefined : JSON.parse(response.text);
    if (root === undefined || !(isObject(body) || isArray(body))) return response;
    return { ...response, text: JSON.stringify(changeBody(root, body)) };
  });
}

/** Returns the schema of a response, if the contract has one and the body is JSON. */
function findSchema(operation: Operation, { status, text, headers }: SandboxResponse) {
  const type = headers['content-type']?.split(';')[0] ?? '';
  const documentedResponse = findDocumentedResponse(operation, status);
  if (documentedResponse === undefined || text === '' || !isJsonType(type)) return undefined;
  return documentedResponse.content[type] ?? Object.values(documentedResponse.content)[0];
}

/** Returns the reading that selects the shape of a place, if only one of the documented shapes has it. */
function findRequiredReadings({ pointer }: Place): Pick<Fault, 'readings'> {
  if (pointer.includes('/BareGrant/')) return { readings: { 'upload.response': 'reference' } };
  if (pointer.includes('/BookReceipt/')) return { readings: { 'create.response': 'walkthrough' } };
  if (/\/(Problem|DeleteRefusal)\/properties\/type$/.test(pointer))
    return { readings: { 'problem.type': 'uri' } };
  return {};
}
