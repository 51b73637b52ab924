/** Generates values that a schema of the contract allows and that the document does not leave open. */
import fc from 'fast-check';
import {
  follow,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../contract/json-pointer.ts';
import { listOpenings, readValue } from '../../contract/requests/index.ts';
import { resolveSchema } from '../../contract/schema-nodes.ts';
import type { Contract } from '../../contract/spec.ts';
import { everydayLanguages } from '../../contract/value-formats.ts';
import { isbn978, isIsbn } from './isbn.ts';

/** A schema of a contract. */
export interface SchemaPlace {
  readonly contract: Contract;
  /** Its JSON pointer. */
  readonly pointer: string;
}

/** Returns whether every service must accept a value at a place of a request. */
function isPlainValue({ contract, pointer }: SchemaPlace, value: unknown): boolean {
  const start = { pointer, value, name: '', requirements: [], violationStatuses: [] };
  const { violations, openValues, unlistedMembers } = readValue(contract, start);
  return violations.length + openValues.length + unlistedMembers.length === 0;
}

/** Generates everyday values. For a schema that is too strict to draw from, it generates its examples. */
export function createArbitrary(place: SchemaPlace): fc.Arbitrary<unknown> {
  const example = createExample(place);
  return draw(place).map((value) => (isPlainValue(place, value) ? value : example));
}

/** The draws after which an example need not be a plain value. */
const maxDraws = 100;

/** Returns one everyday value: an example of the contract if there is one, and the same value each time. */
export function createExample(place: SchemaPlace): unknown {
  const examples = exampleCache.get(place.contract) ?? new Map<string, unknown>();
  exampleCache.set(place.contract, examples);
  if (!examples.has(place.pointer)) examples.set(place.pointer, findExample(place));
  return examples.get(place.pointer);
}

const exampleCache = new WeakMap<Contract, Map<string, unknown>>();

function findExample(place: SchemaPlace): unknown {
  const { schema } = resolveSchema(place.contract.document, place.pointer);
  const { default: defaultValue, enum: values } = schema;
  const written = [...listExamples(place), defaultValue, isArray(values) ? values : undefined];
  const known = written.flat().filter((value) => value !== undefined);
  const isPlain = (value: unknown): boolean => isPlainValue(place, value);
  if (known.some(isPlain)) return known.find(isPlain);
  const drawn = fc.sample(draw(place), { numRuns: maxDraws, seed: 1 });
  return drawn.find(isPlain) ?? drawn[0];
}

/** Returns the examples of a schema; each is in a list of its own, because it may be a list. */
function listExamples({ contract: { document }, pointer }: SchemaPlace): readonly Json[][] {
  const { examples } = resolveSchema(document, pointer).schema;
  const parameter = follow(document, pointer.replace(/\/schema$/, ''));
  const named = isObject(parameter) ? parameter['examples'] : undefined;
  const values = [
    ...(isObject(named)
      ? Object.values(named).map((entry) => isObject(entry) && entry['value'])
      : []),
    ...(isArray(examples) ? examples : []),
  ];
  return values.map((value) => [value ?? null]);
}

function draw(place: SchemaPlace): fc.Arbitrary<unknown> {
  const { schema, pointer } = resolveSchema(place.contract.document, place.pointer);
  const limits = narrow(schema);
  const { const: constant, enum: values, examples, type } = limits;
  if (constant !== undefined) return fc.constant(constant);
  if (isArray(values)) return fc.constantFrom(...values);
  const [name] = [type ?? []].flat().filter((entry) => entry !== 'null');
  const target = { ...place, pointer };
  if (name === 'object') return drawObject(target, limits);
  if (name === 'array') return drawArray(target, limits);
  const drawNamed = typeof name === 'string' ? drawByType[name] : undefined;
  const drawn = drawNamed?.(limits) ?? drawText(limits);
  return isArray(examples) ? fc.oneof(fc.constantFrom(...examples), drawn) : drawn;
}

/** Returns a schema with the limits inside which the document does not leave its values open. */
function narrow(schema: JsonObject): JsonObject {
  return listOpenings(schema).reduce((limits, { unless }) => {
    const { properties: _properties, ...rest } = unless ?? {};
    const numbers = Object.entries(rest).flatMap(([key, value]): [string, number][] => {
      const limit = limits[key];
      if (typeof value !== 'number' || typeof limit !== 'number') return [];
      return [[key, /min/i.test(key) ? Math.max(value, limit) : Math.min(value, limit)]];
    });
    return { ...limits, ...rest, ...Object.fromEntries<number>(numbers) };
  }, schema);
}

function drawObject(place: SchemaPlace, { properties, required }: JsonObject) {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const requiredKeys = isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const members = names.map((name): [string, fc.Arbitrary<unknown>] => [
    name,
    draw({ ...place, pointer: `${place.pointer}/properties/${name}` }),
  ]);
  const model = Object.fromEntries<fc.Arbitrary<unknown>>(members);
  return fc.record(model, {
    requiredKeys: requiredKeys.filter((name) => names.includes(name)),
    noNullPrototype: true,
  });
}

/** Most lists are short; some have as many entries as show an order by text, in which 10 comes before 2. */
function drawArray(place: SchemaPlace, limits: JsonObject): fc.Arbitrary<unknown> {
  const minLength = readNumber(limits, 'minItems') ?? 1;
  const most = Math.max(minLength, readNumber(limits, 'maxItems') ?? longList.max);
  const entries = draw({ ...place, pointer: `${place.pointer}/items` });
  const drawLength = (min: number, max: number) =>
    fc.array(entries, { minLength: Math.min(min, most), maxLength: Math.min(max, most) });
  const lists = fc.oneof(
    { weight: 5, arbitrary: drawLength(minLength, minLength + 2) },
    { weight: 1, arbitrary: drawLength(longList.min, longList.max) },
  );
  return lists.map((list) => removeRepeats(list, limits));
}

const longList = { min: 9, max: 12 };

/** Removes entries that a service may take for another: equal texts in any case, and prices in one currency. */
function removeRepeats(list: readonly unknown[], limits: JsonObject): readonly unknown[] {
  const getKey = (entry: unknown): unknown =>
    isObject(entry) ? entry['currency'] : limits['uniqueItems'] && String(entry).toLowerCase();
  const keys = list.map(getKey);
  return list.filter((_, index) => !keys[index] || keys.indexOf(keys[index]) === index);
}

const drawByType: Readonly<Record<string, (limits: JsonObject) => fc.Arbitrary<unknown>>> = {
  boolean: () => fc.boolean(),
  integer: (limits) => drawNumber(limits, 1),
  number: (limits) => drawNumber(limits, readNumber(limits, 'multipleOf') ?? 0.01),
};

/** Draws a multiple of `step`, near the lower limit if there is no upper one. */
function drawNumber(limits: JsonObject, step: number): fc.Arbitrary<number> {
  const [minimum, above] = [readNumber(limits, 'minimum'), readNumber(limits, 'exclusiveMinimum')];
  const [maximum, below] = [readNumber(limits, 'maximum'), readNumber(limits, 'exclusiveMaximum')];
  const min = Math.ceil((minimum ?? (above === undefined ? 1 : above + step)) / step);
  const max = Math.floor(
    (maximum ?? (below === undefined ? min * step + 1000 : below - step)) / step,
  );
  const decimals = String(step).split('.')[1]?.length ?? 0;
  return fc
    .integer({ min, max: Math.max(min, max) })
    .map((count) => Number((count * step).toFixed(decimals)));
}

const word = fc.constantFrom('salt', 'harbour', 'lamps', 'tide', 'rain', 'north');

function drawText(limits: JsonObject): fc.Arbitrary<string> {
  const { format, pattern } = limits;
  if (isIsbn(limits)) return isbn978;
  if (format === 'uuid') return fc.uuid();
  if (format === 'everyday-language') {
    return fc
      .tuple(fc.constantFrom(...everydayLanguages), fc.boolean())
      .map(([code, isUpper]) => (isUpper ? code.toUpperCase() : code));
  }
  if (format === 'date') {
    return fc.integer({ min: 0, max: 20_000 }).map((days) => {
      const date = new Date(Date.UTC(2027, 0, 1 + days));
      return date.toISOString().slice(0, 10);
    });
  }
  if (typeof pattern === 'string') return drawMatching(pattern);
  const minLength = readNumber(limits, 'minLength') ?? 1;
  const maxLength = readNumber(limits, 'maxLength') ?? minLength + 40;
  return fc
    .array(word, { minLength: 1, maxLength: 5 })
    .map((words) => words.join(' ').padEnd(minLength, 'a').slice(0, maxLength).trimEnd());
}

function drawMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    // fast-check does not know every syntax of regular expressions.
    return word;
  }
}

export function readNumber(limits: JsonObject, key: string): number | undefined {
  const value = limits[key];
  return typeof value === 'number' ? value : undefined;
}
