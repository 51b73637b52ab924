/** Judges success answers by the contract's own schemas; loaded only by a client that was asked to validate. */
import { answers, schemas } from '../generated/answer-schemas.ts';
import type { KeyedOperation } from './book.ts';
import { isObject, type JsonObject } from './json-object.ts';

/** Where an answer is not as the contract says, without any value of it. */
export interface Violation {
  readonly operation: KeyedOperation;
  readonly status: number;
  /** A JSON pointer into the body, for example `/data/attributes/language/0`. */
  readonly pointer: string;
  readonly expected: string;
  readonly came: string;
}

type Found = Pick<Violation, 'pointer' | 'expected' | 'came'>;

/** What an answer breaks of the contract; nothing where the contract does not describe it. */
export function judgeAnswer(
  operation: KeyedOperation,
  status: number,
  body: unknown,
): readonly Violation[] {
  const byStatus: JsonObject = answers[operation];
  const known = Object.keys(byStatus);
  const told = (found: Found) => ({ operation, status, ...found });
  if (known.length === 0) return [];
  if (!known.includes(String(status))) {
    return [told({ pointer: '', expected: `status ${known.join(' or ')}`, came: `${status}` })];
  }
  return violations(body, byStatus[status], '').map(told);
}

function violations(value: unknown, schema: unknown, pointer: string): readonly Found[] {
  if (!isObject(schema)) return [];
  const { $ref, anyOf } = schema;
  const all: JsonObject = schemas;
  if (typeof $ref === 'string') return violations(value, all[$ref.replace(/.*\//, '')], pointer);
  if (Array.isArray(anyOf)) {
    return likeliest(
      anyOf.map((each) => violations(value, each, pointer)),
      pointer,
    );
  }
  const wrong = complaint(value, schema);
  if (wrong !== undefined) return [{ pointer, expected: wrong, came: kindOf(value) }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => violations(item, schema['items'], `${pointer}/${index}`));
  }
  return isObject(value) ? inObject(value, schema, pointer) : [];
}

/** Of several forms the one that was most likely meant: whose outermost keys are there, then whose most is right. */
function likeliest(forms: readonly (readonly Found[])[], top: string): readonly Found[] {
  const outermost = (found: readonly Found[]) =>
    found.filter(({ pointer, came }) => came === 'nothing' || pointer === top).length;
  const cost = (found: readonly Found[]) => 1_000 * outermost(found) + found.length;
  return forms.reduce((least, each) => (cost(each) < cost(least) ? each : least));
}

function inObject(value: JsonObject, schema: JsonObject, pointer: string): readonly Found[] {
  const { required, properties } = schema;
  const missing = (Array.isArray(required) ? required : [])
    .filter((name) => !(String(name) in value))
    .map((name) => ({ pointer: `${pointer}/${name}`, expected: 'a value', came: 'nothing' }));
  const inside = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]) =>
    value[name] === undefined ? [] : violations(value[name], each, `${pointer}/${name}`),
  );
  return [...missing, ...inside];
}

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/,
};

/** What a value by itself should have been, where it is not. */
function complaint(value: unknown, schema: JsonObject): string | undefined {
  const { type, format, pattern, minimum, maximum } = schema;
  const kinds: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (kinds.length > 0 && !kinds.some((kind) => isOf(value, kind))) return kinds.join(' or ');
  const choices = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const'] ?? value];
  if (!choices.includes(value)) return `one of ${choices.join(', ')}`;
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return `at least ${minimum}`;
    if (typeof maximum === 'number' && value > maximum) return `at most ${maximum}`;
  }
  if (typeof value !== 'string') return undefined;
  if (typeof format === 'string' && formats[format]?.test(value) === false) return `a ${format}`;
  if (typeof pattern === 'string' && !new RegExp(pattern).test(value))
    return `text like ${pattern}`;
  return undefined;
}

function isOf(value: unknown, kind: unknown): boolean {
  return kind === 'integer' ? Number.isInteger(value) : kindOf(value) === kind;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
