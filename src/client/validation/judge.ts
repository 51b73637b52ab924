/** Judges success responses by the contract's own schemas. */
import { answers, schemas } from '../../generated/answer-schemas.ts';
import type { KeyedOperation } from '../contract.ts';
import { isObject, type JsonObject } from '../json.ts';

/** A place at which a response contradicts the contract, without its value. */
export interface Violation {
  readonly operation: KeyedOperation;
  readonly status: number;
  /** A JSON pointer into the body, for example `/data/attributes/language/0`. */
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
}

type Finding = Pick<Violation, 'pointer' | 'expected' | 'received'>;

/** Returns the places at which a response contradicts the contract; none if the contract does not describe it. */
export function judgeResponse(
  operation: KeyedOperation,
  status: number,
  body: unknown,
): readonly Violation[] {
  const described = answers[operation];
  const byStatus = isObject(described) ? described : {};
  const known = Object.keys(byStatus);
  const locate = (finding: Finding) => ({ operation, status, ...finding });
  if (known.length === 0) return [];
  if (!known.includes(String(status))) {
    const expected = `status ${known.join(' or ')}`;
    return [locate({ pointer: '', expected, received: `${status}` })];
  }
  return compare(body, byStatus[status], '').map(locate);
}

function compare(value: unknown, schema: unknown, pointer: string): readonly Finding[] {
  if (!isObject(schema)) return [];
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return compare(value, schemas[$ref.replace(/.*\//, '')], pointer);
  if (Array.isArray(anyOf)) {
    return chooseForm(
      anyOf.map((each) => compare(value, each, pointer)),
      pointer,
    );
  }
  const expected = checkValue(value, schema);
  if (expected !== undefined) return [{ pointer, expected, received: typeOf(value) }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => compare(item, schema['items'], `${pointer}/${index}`));
  }
  return isObject(value) ? compareObject(value, schema, pointer) : [];
}

/** Returns the findings of the form most likely meant: the one whose outermost keys are there, then with the fewest. */
function chooseForm(forms: readonly (readonly Finding[])[], top: string): readonly Finding[] {
  const outermost = (findings: readonly Finding[]) =>
    findings.filter(({ pointer, received }) => received === 'nothing' || pointer === top).length;
  const cost = (findings: readonly Finding[]) => 1_000 * outermost(findings) + findings.length;
  return forms.reduce((least, each) => (cost(each) < cost(least) ? each : least));
}

function compareObject(value: JsonObject, schema: JsonObject, pointer: string): readonly Finding[] {
  const { required, properties } = schema;
  const missing = (Array.isArray(required) ? required : [])
    .filter((name) => !(String(name) in value))
    .map((name) => ({ pointer: `${pointer}/${name}`, expected: 'a value', received: 'nothing' }));
  const inside = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]) =>
    value[name] === undefined ? [] : compare(value[name], each, `${pointer}/${name}`),
  );
  return [...missing, ...inside];
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/,
};

/** Returns what a value should have been by itself, or undefined when it is that. */
function checkValue(value: unknown, schema: JsonObject): string | undefined {
  const { type, format, pattern, minimum, maximum } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.length > 0 && !types.some((each) => hasType(value, each))) return types.join(' or ');
  const choices = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const'] ?? value];
  if (!choices.includes(value)) return `one of ${choices.join(', ')}`;
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return `at least ${minimum}`;
    if (typeof maximum === 'number' && value > maximum) return `at most ${maximum}`;
  }
  if (typeof value !== 'string') return undefined;
  if (typeof format === 'string' && formats[format]?.test(value) === false) return `a ${format}`;
  const matches = typeof pattern !== 'string' || new RegExp(pattern).test(value);
  return matches ? undefined : `text like ${pattern}`;
}

function hasType(value: unknown, type: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
