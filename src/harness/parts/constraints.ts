/** Compares values with single constraints of the contract. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { ContractPart } from '../../contract/parts/index.ts';
import type { Contract } from '../../contract/spec.ts';
import { createSchemaCompiler } from '../../contract/validators.ts';

/**
 * Returns whether a value shows what a constraint is about: a value of the type, the value of the enum, or the bound
 * itself. For other keywords, any value that the keyword applies to.
 */
export function showsConstraint(
  { keyword = '', value: expected }: ContractPart,
  value: unknown,
): boolean {
  if (keyword === 'type') return [expected].flat().some((type) => hasType(value, type));
  if (keyword === 'enum' || keyword === 'const') return isSame(value, expected);
  if (/^(min|max)/.test(keyword)) return measure(keyword, value) === expected;
  return appliesTo(keyword, value);
}

/** Returns whether a value is the next one beyond a bound. Fractions have no next value, so any other number is. */
export function isJustBeyond(
  { keyword = '', value: bound }: ContractPart,
  value: unknown,
): boolean {
  const measured = measure(keyword, value);
  if (typeof bound !== 'number' || measured === undefined) return false;
  if (!Number.isInteger(bound) || !Number.isInteger(measured)) return true;
  return measured === (keyword.startsWith('min') ? bound - 1 : bound + 1);
}

/** Returns true for a keyword with a bound that values can be at or beyond. */
export function isBound({ keyword = '' }: ContractPart): boolean {
  return /^(min|max)/.test(keyword);
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isSame(value: unknown, expected: unknown): boolean {
  return value === expected || JSON.stringify(value) === JSON.stringify(expected);
}

/** Returns the number that a bound limits: the value itself, the length of a text, or the number of members. */
function measure(keyword: string, value: unknown): number | undefined {
  if (keyword.endsWith('imum')) return typeof value === 'number' ? value : undefined;
  if (keyword.endsWith('Length')) return typeof value === 'string' ? [...value].length : undefined;
  if (keyword.endsWith('Items')) return isArray(value) ? value.length : undefined;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function appliesTo(keyword: string, value: unknown): boolean {
  if (keyword === 'pattern' || keyword === 'format') return typeof value === 'string';
  if (/^(multipleOf|exclusive)/.test(keyword)) return typeof value === 'number';
  if (/Items$|^contains/.test(keyword)) return isArray(value);
  return !/Properties$|^propertyNames$|^dependent/.test(keyword) || isObject(value);
}

export interface SchemaTests {
  /** Returns whether a value satisfies the keyword of a part. */
  readonly satisfies: (part: ContractPart, value: unknown) => boolean;
  readonly matches: (schema: JsonObject, value: unknown) => boolean;
}

/** Creates the tests, which compile each keyword once. */
export function createSchemaTests(contract: Contract): SchemaTests {
  const compile = createSchemaCompiler(contract);
  const validators = new Map<string, ReturnType<typeof compile>>();
  const matches = (schema: JsonObject, value: unknown): boolean => {
    const key = JSON.stringify(schema);
    const validate = validators.get(key) ?? compile(schema);
    validators.set(key, validate);
    return validate(value);
  };
  return {
    matches,
    satisfies: ({ keyword = '', value: expected }, value) => {
      if (keyword === 'type' || keyword === 'enum' || expected === undefined) return true;
      return matches({ [keyword]: expected }, value);
    },
  };
}
