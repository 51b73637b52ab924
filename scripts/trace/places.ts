/** Finds the places of each id in the contract. */
import {
  escape,
  follow,
  isObject,
  readRequirementIds,
  type Json,
  type JsonObject,
} from '../../src/contract/json-pointer.ts';
import { getSuccess } from '../../src/contract/operations.ts';
import type { Contract } from '../../src/contract/spec.ts';

/** The ids under `x-requirements` in the contract. */
export interface Places {
  /** The JSON pointers of the nodes that list each id. */
  readonly byId: ReadonlyMap<string, readonly string[]>;
  /** Ids that the shape check covers: those on a response, or on a schema to which it refers. */
  readonly onResponses: ReadonlySet<string>;
}

/** Returns the ids that the monitor and the sandbox take from the requests of the contract, silences included. */
export function findRequestIds({ document }: Contract): ReadonlySet<string> {
  const starts: (Json | undefined)[] = [];
  walk(document['paths'], '', ({ requestBody, parameters }) =>
    starts.push(requestBody, parameters),
  );
  return collectIds(document, starts, (node) => {
    const { 'x-missing': missing, silence, 'x-violation-silence': violationSilence } = node;
    // A violation breaks the first id.
    const ids = [readRequirementIds(node)[0], missing, silence, violationSilence];
    return ids.flat().filter((id) => typeof id === 'string');
  });
}

/** Returns the ids that a wrong success status breaks, one for each operation. */
export function findSuccessIds({ operations }: Contract): readonly string[] {
  return Object.values(operations).flatMap((operation) => getSuccess(operation).requirement ?? []);
}

/** Finds the ids in every `x-requirements` of a contract. */
export function findPlaces(document: JsonObject): Places {
  const byId = new Map<string, string[]>();
  walk(document, '', (node, pointer) => {
    for (const id of readRequirementIds(node)) byId.set(id, [...(byId.get(id) ?? []), pointer]);
  });
  return { byId, onResponses: findIdsOnResponses(document) };
}

function walk(
  node: Json | undefined,
  pointer: string,
  visit: (node: JsonObject, pointer: string) => void,
): void {
  if (typeof node !== 'object' || node === null) return;
  if (!isObject(node)) {
    for (const [index, item] of node.entries()) walk(item, `${pointer}/${index}`, visit);
    return;
  }
  visit(node, pointer);
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'x-requirements') walk(child, `${pointer}/${escape(key)}`, visit);
  }
}

function findIdsOnResponses(document: JsonObject): ReadonlySet<string> {
  const starts: Json[] = [];
  walk(document['paths'], '', ({ responses }) => {
    if (isObject(responses)) starts.push(responses);
  });
  return collectIds(document, starts, readRequirementIds);
}

/** Reads the ids of all nodes below some, and follows each `$ref` once, so cycles end. */
function collectIds(
  document: JsonObject,
  starts: readonly (Json | undefined)[],
  readIds: (node: JsonObject) => readonly string[],
): ReadonlySet<string> {
  const ids = new Set<string>();
  const refs = new Set<string>();
  const collect = (start: Json | undefined): void =>
    walk(start, '', (node) => {
      for (const id of readIds(node)) ids.add(id);
      const { $ref: ref } = node;
      if (typeof ref !== 'string' || refs.has(ref)) return;
      refs.add(ref);
      collect(follow(document, ref));
    });
  for (const start of starts) collect(start);
  return ids;
}

/** Returns a link to a file of the repository. */
export function linkFile(path: string): string {
  return `[${path}](../${path})`;
}

/** Returns a link to each file of the places, with the names in it: `src/file.ts` or `src/file.ts#name`. */
export function linkPlaces(places: readonly string[]): readonly string[] {
  const files = new Set(places.map(getFile));
  return [...files].map((file) => {
    const names = places.filter((place) => place.startsWith(`${file}#`));
    return [linkFile(file), ...names.map((place) => `\`${place.slice(file.length + 1)}\``)].join(
      ' ',
    );
  });
}

/** Returns the file of a place. */
export function getFile(place: string): string {
  return place.split('#')[0] ?? place;
}
