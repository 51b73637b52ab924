/** Lists the changes of a valid value in one place, for each place of its schemas. */
import { memoize } from '../../contract/memoize.ts';
import { readFields } from '../../contract/fields.ts';
import {
  escape,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../contract/json-pointer.ts';
import { resolveSchema, type Path } from '../../contract/schema-nodes.ts';
import { readContract, readOwnContract, type Contract } from '../../contract/spec.ts';
import type { OtherWord } from './candidate.ts';
import { listCandidates } from './candidates.ts';
import { createExample } from './everyday.ts';
import { readAt, replaceAt } from './paths.ts';
import type { Edit } from './value-kinds.ts';

export interface Contracts {
  readonly judged: Contract;
  readonly own: Contract;
}

export function getContracts(): Contracts {
  return { judged: readContract(), own: readOwnContract() };
}

type Pointers = { readonly [Name in keyof Contracts]: string | undefined };

/** A place in a value, with the pointers of its schemas. */
export interface Place {
  readonly path: Path;
  /** The whole value. */
  readonly root: unknown;
  readonly pointers: Pointers;
  /** Words to try in place of a value of an enum. */
  readonly words: readonly OtherWord[];
  readonly isVaried?: (name: string) => boolean;
  readonly today?: string | undefined;
}

/** Returns the edits of a place, and of the places in it. */
export function listEdits(place: Place, contracts: Contracts): readonly Edit[] {
  const { path, root } = place;
  const value = readAt(root, path);
  const candidates = listSchemas(place, contracts).flatMap((schema) =>
    listCandidates(schema, value, { words: place.words, today: place.today }),
  );
  return [
    ...candidates.map(({ value: part, ...candidate }) => ({ ...candidate, path, root, part })),
    ...(isArray(value) ? [...value.keys()] : listMembers(place, contracts)).flatMap((key) =>
      listEditsOfPart(place, key, contracts),
    ),
  ];
}

/** Returns the schemas of a place in both contracts; only one if they are the same. */
function listSchemas({ pointers }: Place, contracts: Contracts): readonly JsonObject[] {
  const schemas = contractNames.flatMap((name) => {
    const pointer = pointers[name];
    return pointer === undefined ? [] : [resolveSchema(contracts[name].document, pointer).schema];
  });
  return [...new Set(schemas)];
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
    ...listEdits({ path, root, pointers, words: place.words, today: place.today }, contracts),
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

/** Returns words that a service may wrongly know: the values of all enums, and a made-up one. */
export const listOtherWords = memoize(({ document }: Contract): readonly OtherWord[] =>
  [...new Set([...listEnumValues(document), 'bookdist'])].map((word) => ({
    kind: 'an unlisted value',
    word,
  })),
);

/** Returns the names of the listed properties, because a service may take any of them for a sort key. */
export function listPropertyNames(contract: Contract): readonly OtherWord[] {
  return readFields(contract).item.all.map((word) => ({ kind: `the property ${word}`, word }));
}

function listEnumValues(node: Json | undefined): readonly string[] {
  if (isArray(node)) return node.flatMap(listEnumValues);
  if (!isObject(node)) return [];
  const { enum: values, ...rest } = node;
  const listed = isArray(values) ? values.filter((value) => typeof value === 'string') : [];
  return [...listed, ...Object.values(rest).flatMap(listEnumValues)];
}
