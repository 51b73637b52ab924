/**
 * Lists the requests that differ from a valid one in a single place. The edges come from the judged contract and from
 * the package's own: so a value that one of them refuses and the other accepts is always among them.
 */
import {
  escape,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../../contract/json-pointer.ts';
import { readFields } from '../../../contract/fields.ts';
import type { OperationId, Parameter } from '../../../contract/operations.ts';
import {
  getBodySchema,
  readRequestBody,
  readRequestParameter,
} from '../../../contract/requests/index.ts';
import { resolveSchema } from '../../../contract/schema-nodes.ts';
import { readContract, readOwnContract, type Contract } from '../../../contract/spec.ts';
import { listCandidates, type OtherWord } from './candidates.ts';
import { classifyEdits, type Edit, type Variation } from './classes.ts';
import { createExample } from './examples.ts';
import { readAt, replaceAt, type Path } from './complete-body.ts';

export interface Contracts {
  readonly judged: Contract;
  readonly own: Contract;
}

const getContracts = (): Contracts => ({ judged: readContract(), own: readOwnContract() });

interface BodyOptions {
  /** Returns whether a property of the body is to be varied; all are by default. */
  readonly isVaried?: (name: string) => boolean;
  readonly contracts?: Contracts;
}

/** Returns the variations of a JSON body that the document does not leave open. */
export function listBodyVariations(
  operation: OperationId,
  body: unknown,
  { isVaried = () => true, contracts = getContracts() }: BodyOptions = {},
): readonly Variation[] {
  const getPointer = (name: keyof Contracts) =>
    getBodySchema(contracts[name].operations[operation]);
  const pointers = { judged: getPointer('judged'), own: getPointer('own') };
  const readBy = (contract: Contract) => (value: unknown) =>
    readRequestBody(contract, contract.operations[operation], value);
  const words = listOtherWords(contracts.judged);
  const place = { path: [], root: body, pointers, words, isVaried };
  return classifyEdits(listEdits(place, contracts), {
    judged: readBy(contracts.judged),
    own: contracts.judged === contracts.own ? 'same' : readBy(contracts.own),
    base: body,
  });
}

/** Returns the texts to try for a query parameter of the list, except those that the document leaves open. */
export function listParameterVariations(
  name: string,
  contracts = getContracts(),
): readonly Variation[] {
  const find = (contract: Contract): Parameter | undefined =>
    contract.operations.listBooks.parameters.find((parameter) => parameter.name === name);
  const [judged, own] = [find(contracts.judged), find(contracts.own)];
  if (judged === undefined) return [];
  const root = createExample({ contract: contracts.judged, pointer: judged.schema });
  const pointers = { judged: judged.schema, own: own?.schema };
  const words = [...listOtherWords(contracts.judged), ...listPropertyNames(contracts.judged)];
  const edits = listEdits({ path: [], root, pointers, words }, contracts)
    .filter(({ part }) => ['string', 'number', 'boolean'].includes(typeof part))
    .map((edit) => ({ ...edit, part: String(edit.part) }));
  const readBy = (contract: Contract, parameter: Parameter) => (value: unknown) =>
    readRequestParameter(contract, parameter, String(value));
  return classifyEdits([{ path: [], root, rule: 'an example', part: String(root) }, ...edits], {
    judged: readBy(contracts.judged, judged),
    own: contracts.judged === contracts.own ? 'same' : own && readBy(contracts.own, own),
    base: root,
  });
}

type Pointers = { readonly [Name in keyof Contracts]: string | undefined };

/** A place in a value, with the pointers of its schemas. */
interface Place {
  readonly path: Path;
  /** The whole value. */
  readonly root: unknown;
  readonly pointers: Pointers;
  /** Words to try in place of a value of an enum. */
  readonly words: readonly OtherWord[];
  readonly isVaried?: (name: string) => boolean;
}

/** Returns the candidates for a place, and for the places in it. */
function listEdits(place: Place, contracts: Contracts): readonly Edit[] {
  const { path, root, words } = place;
  const value = readAt(root, path);
  const candidates = listSchemas(place, contracts).flatMap((schema) =>
    listCandidates(schema, value, words),
  );
  return [
    ...candidates.map(({ rule, value: part }) => ({ path, root, rule, part })),
    ...(isArray(value) ? [0, value.length - 1] : listMembers(place, contracts)).flatMap((key) =>
      listEditsOfPart(place, key, contracts),
    ),
  ];
}

function listSchemas({ pointers }: Place, contracts: Contracts): readonly JsonObject[] {
  return contractNames.flatMap((name) => {
    const pointer = pointers[name];
    return pointer === undefined ? [] : [resolveSchema(contracts[name].document, pointer).schema];
  });
}

const contractNames = ['judged', 'own'] as const;

function listMembers(place: Place, contracts: Contracts): readonly string[] {
  if (!isObject(readAt(place.root, place.path))) return [];
  const names = listSchemas(place, contracts).flatMap(({ properties }) =>
    isObject(properties) ? Object.keys(properties) : [],
  );
  return [...new Set(names)].filter((name) => place.isVaried?.(name) !== false);
}

/** Returns the edits of a member or an entry. If the value lacks the member, it is added first. */
function listEditsOfPart(
  place: Place,
  key: string | number,
  contracts: Contracts,
): readonly Edit[] {
  const path = [...place.path, key];
  const pointers = {
    judged: findPart(contracts.judged, place.pointers.judged, key),
    own: findPart(contracts.own, place.pointers.own, key),
  };
  const [source] = contractNames.filter((name) => pointers[name] !== undefined);
  if (source === undefined) return [];
  const isAbsent = readAt(place.root, path) === undefined;
  const example = { contract: contracts[source], pointer: pointers[source] ?? '' };
  const part = isAbsent ? createExample(example) : readAt(place.root, path);
  const root = isAbsent ? replaceAt(place.root, path, part) : place.root;
  const presence = { path, root, rule: isAbsent ? 'added' : 'left out' };
  return [
    ...(typeof key === 'string' ? [{ ...presence, part: isAbsent ? part : undefined }] : []),
    ...listEdits({ path, root, pointers, words: place.words }, contracts),
  ];
}

/** Returns the pointer of the schema of a member or an entry. */
function findPart(
  { document }: Contract,
  pointer: string | undefined,
  key: string | number,
): string | undefined {
  if (pointer === undefined) return undefined;
  const { schema, pointer: target } = resolveSchema(document, pointer);
  if (typeof key === 'number') return isObject(schema['items']) ? `${target}/items` : undefined;
  const { properties } = schema;
  const isListed = isObject(properties) && Object.hasOwn(properties, key);
  return isListed ? `${target}/properties/${escape(key)}` : undefined;
}

const otherWords = new WeakMap<Contract, readonly OtherWord[]>();

/** Returns words that a service may wrongly know: the values of all enums, and a made-up one. */
function listOtherWords(contract: Contract): readonly OtherWord[] {
  const words =
    otherWords.get(contract) ??
    [...new Set([...listEnumValues(contract.document), 'bookdist'])].map((word) => ({
      kind: 'an unlisted value',
      word,
    }));
  otherWords.set(contract, words);
  return words;
}

/** Returns the names of the listed properties, because a service may take them for sort keys. */
function listPropertyNames(contract: Contract): readonly OtherWord[] {
  return readFields(contract).item.all.map((word) => ({ kind: 'the name of a property', word }));
}

function listEnumValues(node: Json | undefined): readonly string[] {
  if (isArray(node)) return node.flatMap(listEnumValues);
  if (!isObject(node)) return [];
  const { enum: values, ...rest } = node;
  const listed = isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  return [...listed, ...Object.values(rest).flatMap(listEnumValues)];
}
