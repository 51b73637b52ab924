/** Applies OpenAPI Overlays, with the features that this contract needs: simple JSONPath targets, `update` and `remove`. */
import { isArray, isObject, type Json, type JsonObject } from './json-pointer.ts';

/** One action of an overlay. */
export type Action =
  | { readonly target: string; readonly remove: true }
  | { readonly target: string; readonly update: JsonObject };

/** Returns a copy of the document with all actions applied in order. */
export function applyOverlay(document: JsonObject, actions: readonly Action[]): JsonObject {
  return actions.reduce((partialResult, action) => {
    const result = changeAt(partialResult, parseTarget(action.target), (node) =>
      'remove' in action ? undefined : mergeInto(node, action.update),
    );
    if (!isObject(result)) throw new Error(`${action.target} would remove the whole document.`);
    return result;
  }, document);
}

/** One step of a path: the names or indexes that it selects, or `*` for all. */
type Step = readonly string[] | '*';

/**
 * Parses a path such as `$.a['b','c'].*[0]`.
 * @throws Error for other kinds of JSONPath
 */
function parseTarget(target: string): Step[] {
  const steps: Step[] = [];
  let remainder = target.replace(/^\$/, '');
  while (remainder !== '') {
    const [match = '', name, list] =
      /^(?:\.([\w-]+|\*)|\[(\d+|\*|'[^']*'(?:,'[^']*')*)\])/.exec(remainder) ?? [];
    if (match === '')
      throw new Error(`The target ${target} is not supported: cannot parse ${remainder}.`);
    const word = name ?? list ?? '';
    steps.push(word === '*' ? '*' : word.split(/,(?=')/).map((part) => part.replaceAll("'", '')));
    remainder = remainder.slice(match.length);
  }
  return steps;
}

type Change = (node: Json) => Json | undefined;

/** Returns a copy of a node in which the nodes at a path are changed, or removed if `change` returns undefined. */
function changeAt(node: Json, [step, ...rest]: readonly Step[], change: Change): Json | undefined {
  if (step === undefined) return change(node);
  const changeChild = (key: string, child: Json): Json | undefined =>
    step === '*' || step.includes(key) ? changeAt(child, rest, change) : child;
  if (isArray(node)) {
    return node.flatMap((child, index) => changeChild(String(index), child) ?? []);
  }
  if (!isObject(node)) return node;
  const entries = Object.entries(node).flatMap(([key, child]) => {
    const newChild = changeChild(key, child);
    return newChild === undefined ? [] : [[key, newChild] as const];
  });
  return Object.fromEntries(entries);
}

/** Merges objects, appends to arrays, and replaces other values. */
function mergeInto(node: Json, update: Json): Json {
  if (isArray(node) && isArray(update)) return [...node, ...update];
  if (!isObject(node) || !isObject(update)) return update;
  const entries = Object.entries(update).map(([key, value]) => {
    const oldValue = node[key];
    return [key, oldValue === undefined ? value : mergeInto(oldValue, value)] as const;
  });
  return { ...node, ...Object.fromEntries(entries) };
}
