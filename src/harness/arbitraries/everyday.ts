/** Finds or makes values that a schema of the contract allows and that the document does not leave open. */
import fc from 'fast-check';
import {
  escape,
  follow,
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../contract/json-pointer.ts';
import { listOpenings, readValue } from '../../contract/requests/index.ts';
import { resolveSchema } from '../../contract/schema-nodes.ts';
import type { Contract } from '../../contract/spec.ts';
import { daysAfter } from './dates.ts';
import { appendCheckDigit, isIsbn } from './isbn.ts';

/** A schema of a contract. */
interface SchemaPlace {
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

/** Returns one everyday value: an example of the contract if there is one, and the same value each time. */
export function createExample(place: SchemaPlace): unknown {
  const examples = exampleCache.get(place.contract) ?? new Map<string, unknown>();
  exampleCache.set(place.contract, examples);
  if (!examples.has(place.pointer)) examples.set(place.pointer, createNth(place, 0));
  return examples.get(place.pointer);
}

const exampleCache = new WeakMap<Contract, Map<string, unknown>>();

/** Returns an everyday value for the entry of a list at this index: entries differ as far as the schema permits. */
function createNth(place: SchemaPlace, index: number): unknown {
  const { schema, pointer } = resolveSchema(place.contract.document, place.pointer);
  const { default: defaultValue, const: constant, enum: values } = schema;
  const choices = constant === undefined ? values : [constant];
  const written = [...listExamples(place), defaultValue, isArray(choices) ? choices : undefined];
  const known = written.flat().filter((value) => value !== undefined && isPlainValue(place, value));
  if (isArray(choices)) return known[index % known.length] ?? choices[0];
  if (index < known.length) return known[index];
  const created = createByType({ ...place, pointer }, narrow(schema), index);
  return isPlainValue(place, created) ? created : (known[0] ?? created);
}

function createByType(place: SchemaPlace, limits: JsonObject, index: number): unknown {
  const [name] = [limits['type'] ?? []].flat().filter((entry) => entry !== 'null');
  if (name === 'object') return createObject(place, limits, index);
  if (name === 'array') return createArray(place, limits);
  if (name === 'boolean') return index % 2 === 0;
  if (name === 'integer') return createNumber(limits, 1, index);
  if (name === 'number')
    return createNumber(limits, readNumber(limits, 'multipleOf') ?? 0.01, index);
  return createText(place, limits, index);
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

/** Returns an object with all properties; with the required ones alone if not every service must accept the others. */
function createObject(place: SchemaPlace, { properties, required }: JsonObject, index: number) {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const members = names.map((name): [string, unknown] => [
    name,
    createNth({ ...place, pointer: `${place.pointer}/properties/${escape(name)}` }, index),
  ]);
  const full = Object.fromEntries<unknown>(members);
  if (isPlainValue(place, full) || !isArray(required)) return full;
  return Object.fromEntries<unknown>(members.filter(([name]) => required.includes(name)));
}

/** Returns two entries if the schema permits: a mistake in the second one is another than in the first. */
function createArray(place: SchemaPlace, limits: JsonObject): readonly unknown[] {
  const most = readNumber(limits, 'maxItems') ?? 2;
  const length = Math.max(readNumber(limits, 'minItems') ?? 1, Math.min(2, most));
  const items = { ...place, pointer: `${place.pointer}/items` };
  return Array.from({ length }, (_, index) => createNth(items, index));
}

/** Returns a multiple of `step`, near the lower limit if there is one. */
function createNumber(limits: JsonObject, step: number, index: number): number {
  const [minimum, above] = [readNumber(limits, 'minimum'), readNumber(limits, 'exclusiveMinimum')];
  const [maximum, below] = [readNumber(limits, 'maximum'), readNumber(limits, 'exclusiveMaximum')];
  const least = Math.ceil((minimum ?? (above === undefined ? 1 : above + step)) / step);
  const most = Math.floor((maximum ?? (below === undefined ? Infinity : below - step)) / step);
  const decimals = String(step).split('.')[1]?.length ?? 0;
  return Number((Math.min(least + index, most) * step).toFixed(decimals));
}

const words = ['salt', 'harbour', 'lamps', 'tide', 'rain', 'north'];

function createText(place: SchemaPlace, limits: JsonObject, index: number): string {
  const { format, pattern } = limits;
  const number = String(index).padStart(9, '0');
  if (isIsbn(limits)) return appendCheckDigit(`978${number}`);
  if (format === 'uuid') return `6f9d2c1e-4b7a-4e03-8a55-0d1${number}`;
  if (format === 'everyday-language') return index % 2 === 0 ? 'en' : 'de';
  if (format === 'date') return daysAfter('2031-03-08', index);
  const word = words[index % words.length] ?? '';
  if (typeof pattern === 'string') {
    const texts = [word, ...listMatching(pattern, index)];
    return texts.find((text) => isPlainValue(place, text)) ?? texts[1] ?? word;
  }
  const minLength = readNumber(limits, 'minLength') ?? 1;
  return word.padEnd(minLength, 'a').slice(0, readNumber(limits, 'maxLength'));
}

/** The texts of which one should be a plain value. */
const textCount = 100;

/** Returns nothing for a syntax that fast-check does not know. */
function listMatching(pattern: string, seed: number): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: textCount, seed });
  } catch {
    return [];
  }
}

export function readNumber(limits: JsonObject, key: string): number | undefined {
  const value = limits[key];
  return typeof value === 'number' ? value : undefined;
}
