/** Compares two contracts, and finds the places where the new one allows more than the old one. */
import { escape, isArray, isObject, type Json, type JsonObject } from '../json-pointer.ts';

/** Returns the JSON pointers of the places that allow more than before; empty if the contract only became narrower. */
export function findWidenings(before: JsonObject, after: JsonObject): string[] {
  return compareNodes(before, after, '');
}

type Node = Json | undefined;
/** Returns the pointers below `at` that allow more than before. */
type Compare = (before: Node, after: Node, at: string) => string[];

/** Matches the keys that allow and forbid nothing. */
const annotationKeys = /^(description|summary|title|examples?|x-.*)$/;

/** Compares nodes outside of schemas. A key must be unchanged, unless it has its own comparison. */
const compareNodes: Compare = (before, after, at) => {
  if (isArray(before) && isArray(after)) {
    if (before.length !== after.length) return [at];
    return before.flatMap((item, index) => compareNodes(item, after[index], `${at}/${index}`));
  }
  if (!isObject(before) || !isObject(after)) return before === after ? [] : [at];
  return listConstraintKeys(before, after).flatMap((key) => {
    const compare = keyComparisons[key] ?? compareNodes;
    return compare(before[key], after[key], `${at}/${escape(key)}`);
  });
};

function listConstraintKeys(before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !annotationKeys.test(key));
}

/** Skips a comparison for a key that is new, because a new constraint only narrows. */
function allowNew(compare: Compare): Compare {
  return (before, after, at) => (before === undefined ? [] : compare(before, after, at));
}

/** Requires that each documented status remains. A range such as `2XX` may become one of its statuses. */
const compareResponses: Compare = (before, after, at) => {
  if (!isObject(before) || !isObject(after)) return [at];
  return Object.keys(before).flatMap((status) => {
    const pointer = `${at}/${status}`;
    const response = after[status];
    if (response !== undefined) return compareNodes(before[status], response, pointer);
    const pattern = new RegExp(`^${status.replace('XX', '\\d\\d')}$`);
    return Object.keys(after).some((name) => pattern.test(name)) ? [] : [pointer];
  });
};

/** Allows that media types are removed, except the last one. */
const compareContent = allowNew((before, after, at) => {
  if (!isObject(before) || !isObject(after) || Object.keys(after).length === 0) return [at];
  return Object.entries(after).flatMap(([type, media]) => {
    const oldMedia = before[type];
    const pointer = `${at}/${escape(type)}`;
    return oldMedia === undefined ? [pointer] : compareNodes(oldMedia, media, pointer);
  });
});

const requireEqual: Compare = (before, after, at) =>
  JSON.stringify(before) === JSON.stringify(after) ? [] : [at];
const requireSameOrTrue: Compare = (before, after, at) =>
  before === after || (after === true && before !== true) ? [] : [at];
const requireAtLeast: Compare = (before, after, at) =>
  Number(after) >= Number(before) ? [] : [at];
const requireAtMost: Compare = (before, after, at) => (Number(after) <= Number(before) ? [] : [at]);

/** Requires that each keyword of a schema is at least as strict as before. New keywords are allowed. */
const compareSchema: Compare = (before, after, at) => {
  if (!isObject(before) || !isObject(after)) return requireEqual(before, after, at);
  return listConstraintKeys(before, after).flatMap((key) =>
    allowNew(keywordComparisons[key] ?? requireEqual)(before[key], after[key], `${at}/${key}`),
  );
};

const compareProperties: Compare = (before, after, at) => {
  if (!isObject(before) || !isObject(after)) return [at];
  return Object.entries(before).flatMap(([name, old]) =>
    compareSchema(old, after[name], `${at}/${escape(name)}`),
  );
};

/** Requires that each branch is one of the old branches, or narrower than one of them. */
const compareBranches: Compare = (before, after, at) => {
  if (!isArray(before) || !isArray(after) || after.length === 0) return [at];
  const isNarrower = after.every((branch) =>
    before.some((old) => compareSchema(old, branch, '').length === 0),
  );
  return isNarrower ? [] : [at];
};

const requireSubset: Compare = (before, after, at) => {
  const [oldValues, newValues] = [[before].flat(), [after].flat()];
  const isSubset = newValues.every((item) => oldValues.includes(item ?? null));
  return after !== undefined && isSubset ? [] : [at];
};

const requireSuperset: Compare = (before, after, at) => requireSubset(after, before, at);

const keywordComparisons: Readonly<Record<string, Compare>> = {
  type: requireSubset,
  enum: requireSubset,
  required: requireSuperset,
  anyOf: compareBranches,
  // The branches of a oneOf in this contract exclude each other by their types, so fewer branches do not allow more.
  oneOf: compareBranches,
  properties: compareProperties,
  items: compareSchema,
  minimum: requireAtLeast,
  minLength: requireAtLeast,
  minItems: requireAtLeast,
  minProperties: requireAtLeast,
  maximum: requireAtMost,
  maxLength: requireAtMost,
  maxItems: requireAtMost,
  maxProperties: requireAtMost,
};

const keyComparisons: Readonly<Record<string, Compare>> = {
  responses: compareResponses,
  content: compareContent,
  schema: compareSchema,
  schemas: compareProperties,
  headers: allowNew(compareNodes),
  required: requireSameOrTrue,
};
