/** Changes a JSON document at one JSON pointer, and leaves everything else as it is. */
import {
  escape,
  isArray,
  isObject,
  unescape,
  type Json,
  type JsonObject,
} from '../../../src/contract/json-pointer.ts';

/** Returns the new value of a node, or undefined to remove it. The node is undefined if it does not exist yet. */
type Edit = (node: Json | undefined) => Json | undefined;

/** Returns a copy of a document with one node changed, added or removed. */
export function editAt(document: JsonObject, pointer: string, edit: Edit): JsonObject {
  const result = editNode(document, pointer.split('/').slice(1).map(unescape), edit);
  if (!isObject(result)) throw new Error('The whole document cannot be removed.');
  return result;
}

function editNode(
  node: Json | undefined,
  [key, ...rest]: readonly string[],
  edit: Edit,
): Json | undefined {
  if (key === undefined) return edit(node);
  if (isArray(node)) {
    const index = Number(key);
    const changed = editNode(node[index], rest, edit);
    return changed === undefined ? node.toSpliced(index, 1) : replaceItem(node, index, changed);
  }
  const object = isObject(node) ? node : {};
  const changed = editNode(object[key], rest, edit);
  if (changed !== undefined) return { ...object, [key]: changed };
  return omitKeys(object, (name) => name === key);
}

function replaceItem(list: readonly Json[], index: number, item: Json): Json[] {
  return index < list.length ? list.with(index, item) : [...list, item];
}

/** Returns an object without the keys that meet a condition. */
export function omitKeys(object: JsonObject, isOmitted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !isOmitted(key)));
}

/** Returns a copy of a document in which one key of an object has another name, at the same position. */
export function renameKey(
  document: JsonObject,
  pointer: string,
  { from, to }: { readonly from: string; readonly to: string },
): JsonObject {
  return editAt(document, pointer, (node) =>
    isObject(node)
      ? Object.fromEntries(
          Object.entries(node).map(([key, value]) => [key === from ? to : key, value]),
        )
      : node,
  );
}

/** Returns the pointer of a member of a node. */
export function child(pointer: string, ...keys: readonly (string | number)[]): string {
  return [pointer, ...keys.map((key) => escape(String(key)))].join('/');
}
