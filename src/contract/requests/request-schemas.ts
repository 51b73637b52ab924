/** Compares requests with the contract's schemas: what violates them, and which values the document leaves open. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { isArray, isObject, type Json, type JsonObject } from '../json-pointer.ts';
import type { Operation, Parameter } from '../operations.ts';
import { parseParameter, createViolation, type RequestViolation } from './request-violations.ts';
import { isSilence, type SilenceId } from '../requirements.ts';
import { memoize } from '../memoize.ts';
import { resolveSchema, visitNodes, type SchemaNode, type VisitStart } from '../schema-nodes.ts';
import type { Contract } from '../spec.ts';
import { createSchemaCompiler } from '../validators.ts';

export type { RequestViolation };

/** A place of a request for which the document does not say whether the request is refused. */
export interface OpenValue {
  readonly name: string;
  readonly silences: readonly SilenceId[];
  /** The statuses of the refusal; undefined if any refusal is permitted. */
  readonly statuses: readonly number[] | undefined;
  /** True if the response shows the service's reading. */
  readonly shows: boolean;
}

export interface RequestReading {
  readonly violations: readonly RequestViolation[];
  readonly openValues: readonly OpenValue[];
  /** The members that the schema of their object does not list: top-level ones, and those of inner objects. */
  readonly unlistedMembers: readonly { readonly parent: string; readonly key: string }[];
}

export interface ParameterReading extends RequestReading {
  /** The value as a JSON value of the schema's type, or else the text. */
  readonly value: unknown;
}

const nothing: RequestReading = { violations: [], openValues: [], unlistedMembers: [] };

/** Returns the JSON pointer of the schema for the JSON body of an operation; undefined if it has none. */
export function getBodySchema({ body }: Operation): string | undefined {
  return body && (body.content['application/json'] ?? Object.values(body.content)[0]);
}

/** Reads a JSON body by the schema of its operation. */
export function readRequestBody(
  contract: Contract,
  operation: Operation,
  body: unknown,
): RequestReading {
  const pointer = getBodySchema(operation);
  if (pointer === undefined) return nothing;
  const start = { pointer, value: body, name: '', requirements: [], violationStatuses: [] };
  return readValue(contract, start);
}

/** Reads the text of a query parameter. */
export function readRequestParameter(
  contract: Contract,
  { name, schema: pointer, requirements, violationStatuses }: Parameter,
  text: string,
): ParameterReading {
  const { schema } = resolveSchema(contract.document, pointer);
  const value = parseParameter(text, schema['type']);
  const start = { pointer, value, name, requirements, violationStatuses };
  return { value, ...readValue(contract, start) };
}

/** Reads a value by the schema at `start.pointer`. */
export function readValue(contract: Contract, start: VisitStart): RequestReading {
  const violations: RequestViolation[] = [];
  const openValues: OpenValue[] = [];
  const unlistedMembers: { parent: string; key: string }[] = [];
  const { document } = contract;
  const validators = getValidators(contract);
  visitNodes(document, start, (node) => {
    const open = listOpenings(node.schema);
    const replacement = open.find((opening) => validators.isReplaced(node, opening));
    if (replacement !== undefined) {
      openValues.push(createOpenValue(replacement, node.name));
      return false;
    }
    const nodeViolations = validators.findViolations(node);
    for (const violation of nodeViolations) {
      const absence = violation.keyword === 'required' && findAbsence(document, node, violation);
      if (absence) openValues.push(createOpenValue(absence, violation.name));
      else violations.push(violation);
    }
    if (nodeViolations.some(({ keyword }) => keyword !== 'required')) return false;
    const doubts = open.filter((opening) => validators.isDoubtful(node, opening));
    openValues.push(...doubts.map((opening) => createOpenValue(opening, node.name)));
    unlistedMembers.push(...listUnlisted(node));
    return true;
  });
  return { violations, openValues, unlistedMembers };
}

/** One entry of `x-open`. */
interface Opening {
  readonly silences: readonly SilenceId[];
  readonly when: JsonObject | undefined;
  readonly unless: JsonObject | undefined;
  readonly isAbsent: boolean;
  readonly isOtherCase: boolean;
  readonly statuses: readonly number[] | undefined;
  readonly shows: boolean;
}

/** Returns the entries of `x-open`. Silences that this version does not know are left out. */
export const listOpenings = memoize((schema: JsonObject): readonly Opening[] => {
  const list = isArray(schema['x-open']) ? schema['x-open'].filter(isObject) : [];
  return list.map(parseOpening);
});

function parseOpening(entry: JsonObject): Opening {
  const { silence, when, unless, absent, otherCase, statuses, shows } = entry;
  const ids = [silence ?? []].flat().filter((id): id is string => typeof id === 'string');
  return {
    silences: ids.filter(isSilence),
    when: isObject(when) ? when : undefined,
    unless: isObject(unless) ? unless : undefined,
    isAbsent: absent === true,
    isOtherCase: otherCase === true,
    statuses: isArray(statuses)
      ? statuses.filter((status) => typeof status === 'number')
      : undefined,
    shows: shows === true,
  };
}

function createOpenValue({ silences, statuses, shows }: Opening, name: string): OpenValue {
  return { name, silences, statuses, shows };
}

/** Returns the entry of a missing property that leaves open whether it is required. */
function findAbsence(
  document: JsonObject,
  { pointer }: SchemaNode,
  { name }: RequestViolation,
): Opening | undefined {
  const key = name.slice(name.lastIndexOf('.') + 1);
  const { schema } = resolveSchema(document, `${pointer}/properties/${key}`);
  return listOpenings(schema).find(({ isAbsent }) => isAbsent);
}

function listUnlisted({ schema, value, name }: SchemaNode) {
  const { properties } = schema;
  if (!isObject(value) || !isObject(properties)) return [];
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(properties, key))
    .map((key) => ({ parent: name, key }));
}

const getValidators = memoize(createValidators);

function createValidators(contract: Contract) {
  const compile = createSchemaCompiler(contract);
  // Stops at the first error: `uniqueItems` would compare each pair of items even in a list that is too long.
  const compileMatch = createSchemaCompiler(contract, { allErrors: false });
  const cache = new WeakMap<JsonObject, ValidateFunction>();
  const keep = (schema: JsonObject, validate: ValidateFunction): ValidateFunction => {
    cache.set(schema, validate);
    return validate;
  };
  const matches = (schema: JsonObject, value: unknown): boolean =>
    (cache.get(schema) ?? keep(schema, compileMatch(schema)))(value);
  return {
    /** Returns whether a value is open whatever the schema says of it. */
    isReplaced: ({ schema, value }: SchemaNode, opening: Opening): boolean =>
      opening.isOtherCase
        ? isInOtherCase(schema['enum'], value)
        : opening.when !== undefined && matches(opening.when, value),
    /** Returns whether a valid value is open. */
    isDoubtful: ({ value }: SchemaNode, opening: Opening): boolean =>
      opening.unless !== undefined
        ? !matches(opening.unless, value)
        : opening.when === undefined && !opening.isAbsent && !opening.isOtherCase,
    findViolations: (node: SchemaNode): readonly RequestViolation[] => {
      const { schema } = node;
      const validate = cache.get(schema) ?? keep(schema, compile(omitInnerSchemas(schema)));
      if (validate(node.value)) return [];
      return (validate.errors ?? []).map(({ keyword, params, message = 'is not as described' }) => {
        const missing = keyword === 'required' ? String(params['missingProperty']) : undefined;
        return createViolation(contract.document, node, { keyword, message, missing });
      });
    },
  };
}

function isInOtherCase(allowed: Json | undefined, value: unknown): boolean {
  if (!isArray(allowed) || typeof value !== 'string' || allowed.includes(value)) return false;
  return allowed.some(
    (entry) => typeof entry === 'string' && entry.toLowerCase() === value.toLowerCase(),
  );
}

/** Returns the keywords that say something about a value itself. The schemas of its parts are visited one by one. */
function omitInnerSchemas(schema: JsonObject): JsonObject {
  const { properties: _properties, items: _items, ...keywords } = schema;
  return keywords;
}
