/** The places of a request that violate the contract: what they break, and the statuses of the refusal. */
import type { JsonObject, Json } from '../json-pointer.ts';
import { isSilence, type SilenceId } from '../requirements.ts';
import { createNode, type SchemaNode } from '../schema-nodes.ts';

/** A place of a request that violates the contract. */
export interface RequestViolation {
  /** The field with dots: `contributor.0.role`, also if it is missing; empty for the whole body. */
  readonly name: string;
  readonly keyword: string;
  /** The JSON pointer of the violated keyword in the contract. */
  readonly pointer: string;
  /** The requirement that the service breaks by accepting the request; undefined if the contract names none. */
  readonly requirement: string | undefined;
  /** The statuses with which the service may refuse the request. */
  readonly statuses: readonly number[];
  /** The silence about which of the statuses it is (`x-violation-silence`); undefined if the contract names none. */
  readonly silence: SilenceId | undefined;
  /** What the value must be, such as `must be string`. */
  readonly message: string;
}

/** A keyword that a value violates, and the name of the missing property if it is `required`. */
interface SchemaViolation {
  readonly keyword: string;
  readonly message: string;
  readonly missing: string | undefined;
}

/** Returns the violation of a keyword at a node. */
export function createViolation(
  document: JsonObject,
  node: SchemaNode,
  { keyword, message, missing }: SchemaViolation,
): RequestViolation {
  const { 'x-violation-silence': silence } = node.schema;
  const violation = {
    keyword,
    message,
    pointer: `${node.pointer}/${keyword}`,
    statuses: getViolationStatuses(node, keyword),
    silence: typeof silence === 'string' && isSilence(silence) ? silence : undefined,
  };
  if (missing === undefined) {
    return { ...violation, name: node.name, requirement: node.requirements[0] };
  }
  const { 'x-missing': missingId } = node.schema;
  const start = { ...node, pointer: `${node.pointer}/properties/${missing}`, value: undefined };
  const property = createNode(document, start);
  return {
    ...violation,
    name: node.name === '' ? missing : `${node.name}.${missing}`,
    requirement: typeof missingId === 'string' ? missingId : property.requirements[0],
  };
}

/** A malformed request gets 400. Null in place of another value may count as a value that breaks a rule. */
function getViolationStatuses(
  { value, violationStatuses }: SchemaNode,
  keyword: string,
): readonly number[] {
  const isMalformed = keyword === 'required' || keyword === 'type';
  if (violationStatuses.length === 0) return isMalformed && value !== null ? [400] : [400, 422];
  return isMalformed ? [...new Set([400, ...violationStatuses])] : violationStatuses;
}

const plainForms: Readonly<Record<string, RegExp>> = {
  integer: /^(0|-?[1-9]\d*)$/,
  number: /^-?(0|[1-9]\d*)(\.\d+)?$/,
  boolean: /^(true|false)$/,
};

/**
 * Returns the number or boolean that a text plainly writes, if the schema wants one, and otherwise the text.
 * @param type the `type` of the parameter's schema
 */
export function parseParameter(text: string, type: Json | undefined): unknown {
  const isPlain = typeof type === 'string' && plainForms[type]?.test(text) === true;
  return isPlain ? JSON.parse(text) : text;
}
