/** Compares values with the constraints of the contract, part by part. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { ContractPart, SchemaParts } from '../../contract/parts/index.ts';
import type { Contract } from '../../contract/spec.ts';
import { createSchemaCompiler } from '../../contract/validators.ts';
import { selectAlternative } from '../../contract/alternatives.ts';
import type { Checklist } from './checklist.ts';

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

interface SchemaTests {
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

/** What to do with the parts that apply to a value. */
interface PartVisitor {
  readonly constraint: (part: ContractPart, value: unknown) => void;
  readonly presence: (part: ContractPart, isPresent: boolean) => void;
  readonly property: (part: ContractPart) => void;
}

export interface WalkTools extends SchemaTests {
  readonly document: JsonObject;
  readonly checklist: Checklist;
}

/** Creates a walk, which skips every schema of which nothing is left to check. */
export function createWalk(
  { document, checklist, matches }: WalkTools,
  visitor: PartVisitor,
): (schema: SchemaParts, value: unknown) => void {
  const walk = (schema: SchemaParts, value: unknown): void => {
    if (checklist.isSettled(schema)) return;
    for (const part of schema.constraints) visitor.constraint(part, value);
    if (isObject(value)) walkObject(schema, value);
    if (isArray(value) && schema.items !== undefined) {
      for (const entry of value) walk(schema.items, entry);
    }
    for (const inner of schema.allOf) walk(inner, value);
    const alternative = findAlternative(document, schema, value);
    checklist.see(alternative?.part, 'shown');
    if (alternative !== undefined) walk(alternative.schema, value);
    if (schema.condition !== undefined) walkCondition(schema.condition, value);
  };
  const walkObject = ({ presences, properties }: SchemaParts, value: JsonObject): void => {
    for (const part of presences) visitor.presence(part, hasProperty(value, part));
    for (const [name, { part, schema }] of properties) {
      if (!Object.hasOwn(value, name)) continue;
      if (part !== undefined) visitor.property(part);
      walk(schema, value[name]);
    }
  };
  const walkCondition = (
    { schema, constraints, whenTrue, whenFalse }: NonNullable<SchemaParts['condition']>,
    value: unknown,
  ): void => {
    const isMatched = matches(schema, value);
    for (const part of constraints) checklist.see(part, isMatched ? 'matched' : 'not matched');
    const branch = isMatched ? whenTrue : whenFalse;
    if (branch !== undefined) walk(branch, value);
  };
  return walk;
}

/** Returns whether an object has the property of a part. */
function hasProperty(value: JsonObject, { value: name }: ContractPart): boolean {
  return typeof name === 'string' && Object.hasOwn(value, name);
}

/** Returns the alternative that a value is meant to have; undefined if the schema has none, or none fits. */
function findAlternative(
  document: JsonObject,
  { pointer, alternatives }: SchemaParts,
  value: unknown,
): SchemaParts['alternatives'][number] | undefined {
  if (alternatives.length === 0) return undefined;
  const chosen = selectAlternative(document, pointer, value);
  return alternatives.find((alternative) => alternative.pointer === chosen);
}
