/** Applies OpenAPI Overlays, limited to what this contract needs: plain JSONPath targets, `update` and `remove`. */
import { isArray, isObject, type Json, type JsonObject } from './json-pointer.ts';

/** One action of an overlay. */
export type Action =
  | { readonly target: string; readonly remove: true }
  | { readonly target: string; readonly update: JsonObject };

/** Returns a copy of the document with all actions applied in order. */
export function applyOverlay(document: JsonObject, actions: readonly Action[]): JsonObject {
  return actions.reduce((here, action) => {
    const next = changeAt(here, parseTarget(action.target), (node) =>
      'remove' in action ? undefined : mergeInto(node, action.update),
    );
    if (!isObject(next)) throw new Error(`${action.target} would leave no document.`);
    return next;
  }, document);
}

/** One step down: the names or indexes it selects, or all of them. */
type Step = readonly string[] | '*';

/** Reads `$.a['b','c'].*[0]`. Throws at any other kind of JSONPath. */
function parseTarget(target: string): Step[] {
  const steps: Step[] = [];
  let rest = target.replace(/^\$/, '');
  while (rest !== '') {
    const [whole = '', name, list] =
      /^(?:\.([\w-]+|\*)|\[(\d+|\*|'[^']*'(?:,'[^']*')*)\])/.exec(rest) ?? [];
    if (whole === '') throw new Error(`The target ${target} is not supported, from ${rest} on.`);
    const word = name ?? list ?? '';
    steps.push(word === '*' ? '*' : word.split(/,(?=')/).map((part) => part.replaceAll("'", '')));
    rest = rest.slice(whole.length);
  }
  return steps;
}

type Change = (node: Json) => Json | undefined;

function changeAt(node: Json, [step, ...rest]: readonly Step[], change: Change): Json | undefined {
  if (step === undefined) return change(node);
  const changeChild = (key: string, child: Json): Json | undefined =>
    step === '*' || step.includes(key) ? changeAt(child, rest, change) : child;
  if (isArray(node)) {
    return node.flatMap((child, index) => changeChild(String(index), child) ?? []);
  }
  if (!isObject(node)) return node;
  const entries = Object.entries(node).flatMap(([key, child]) => {
    const next = changeChild(key, child);
    return next === undefined ? [] : [[key, next] as const];
  });
  return Object.fromEntries(entries);
}

/** Merges maps, appends to lists, and replaces anything else. */
function mergeInto(node: Json, update: Json): Json {
  if (isArray(node) && isArray(update)) return [...node, ...update];
  if (!isObject(node) || !isObject(update)) return update;
  const entries = Object.entries(update).map(([key, value]) => {
    const old = node[key];
    return [key, old === undefined ? value : mergeInto(old, value)] as const;
  });
  return { ...node, ...Object.fromEntries(entries) };
}
