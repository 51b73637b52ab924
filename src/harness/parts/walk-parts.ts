/** Walks through a value together with the parts of its schema. */
import { selectAlternative } from '../../contract/alternatives.ts';
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { ContractPart, SchemaParts } from '../../contract/parts/index.ts';
import type { Checklist } from './checklist.ts';
import type { SchemaTests } from './constraints.ts';

/** What to do with the parts that apply to a value. */
export interface PartVisitor {
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
