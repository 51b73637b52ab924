/** Compares two contracts: does everything that matches the narrower one also match the wider one? */
import { escape, isArray, isObject, type Json, type JsonObject } from './json-pointer.ts';

/** Returns a JSON pointer to each place that allows more than before; empty if the contract only narrows. */
export function findWidenings(before: JsonObject, after: JsonObject): string[] {
  return compareNodes(before, after, '');
}

type Node = Json | undefined;
type Compare = (before: Node, after: Node, at: string) => string[];

/** Keys that neither allow nor forbid anything. */
const annotationKeys = /^(description|summary|title|examples?|x-.*)$/;

/** Above schemas, every key must be unchanged unless it has its own comparison. */
const compareNodes: Compare = (before, after, at) => {
  if (isArray(before) && isArray(after)) {
    if (before.length !== after.length) return [at];
    return before.flatMap((item, index) => compareNodes(item, after[index], `${at}/${index}`));
  }
  if (!isObject(before) || !isObject(after)) return before === after ? [] : [at];
  return listKeys(before, after).flatMap((key) => {
    const compare = keyComparisons[key] ?? compareNodes;
    return compare(before[key], after[key], `${at}/${escape(key)}`);
  });
};

function listKeys(before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !annotationKeys.test(key));
}

/** A new constraint always narrows. */
function allowNew(compare: Compare): Compare {
  return (before, after, at) => (before === undefined ? [] : compare(before, after, at));
}

/** Documented statuses must stay; a range may become one of its statuses. */
const responses: Compare = (before, after, at) => {
  if (!isObject(before) || !isObject(after)) return [at];
  return Object.keys(before).flatMap((status) => {
    const here = `${at}/${status}`;
    const next = after[status];
    if (next !== undefined) return compareNodes(before[status], next, here);
    const isNarrowed = Object.keys(after).some(
      (other) => status.endsWith('XX') && /^\d{3}$/.test(other) && other[0] === status[0],
    );
    return isNarrowed ? [] : [here];
  });
};

/** Media types may be removed, except the last one. */
const content = allowNew((before, after, at) => {
  if (!isObject(before) || !isObject(after) || Object.keys(after).length === 0) return [at];
  return Object.entries(after).flatMap(([type, media]) => {
    const old = before[type];
    const here = `${at}/${escape(type)}`;
    return old === undefined ? [here] : compareNodes(old, media, here);
  });
});

const equal: Compare = (before, after, at) =>
  JSON.stringify(before) === JSON.stringify(after) ? [] : [at];
const sameOrTrue: Compare = (before, after, at) =>
  before === after || (after === true && before !== true) ? [] : [at];
const atLeast: Compare = (before, after, at) => (Number(after) >= Number(before) ? [] : [at]);
const atMost: Compare = (before, after, at) => (Number(after) <= Number(before) ? [] : [at]);

/** In a schema, each keyword must be at least as strict as before; new ones are allowed. */
const schema: Compare = (before, after, at) => {
  if (!isObject(before) || !isObject(after)) return equal(before, after, at);
  return listKeys(before, after).flatMap((key) =>
    allowNew(keywordComparisons[key] ?? equal)(before[key], after[key], `${at}/${key}`),
  );
};

const properties: Compare = (before, after, at) => {
  if (!isObject(before) || !isObject(after)) return [at];
  return Object.entries(before).flatMap(([name, old]) =>
    schema(old, after[name], `${at}/${escape(name)}`),
  );
};

const schemas: Compare = (before, after, at) => properties(before, after, at);

/** Each remaining branch must be an old one or narrow one. */
const branches: Compare = (before, after, at) => {
  if (!isArray(before) || !isArray(after) || after.length === 0) return [at];
  const fits = after.every((branch) => before.some((old) => schema(old, branch, '').length === 0));
  return fits ? [] : [at];
};

const subset: Compare = (before, after, at) => {
  const [old, next] = [[before].flat(), [after].flat()];
  return after !== undefined && next.every((item) => old.includes(item ?? null)) ? [] : [at];
};

const superset: Compare = (before, after, at) => subset(after, before, at);

const keywordComparisons: Readonly<Record<string, Compare>> = {
  type: subset,
  enum: subset,
  required: superset,
  anyOf: branches,
  // The branches of this contract's oneOf exclude one another by type, so fewer allow no more.
  oneOf: branches,
  properties,
  items: schema,
  minimum: atLeast,
  minLength: atLeast,
  minItems: atLeast,
  minProperties: atLeast,
  maximum: atMost,
  maxLength: atMost,
  maxItems: atMost,
  maxProperties: atMost,
};

const keyComparisons: Readonly<Record<string, Compare>> = {
  responses,
  content,
  schema,
  schemas,
  headers: allowNew(compareNodes),
  required: sameOrTrue,
};
