/** Finds the constraints that requests violate which must be refused. */
import {
  type ContractPart,
  readParts,
  type OperationParts,
  type ParameterParts,
} from '../../contract/parts/index.ts';
import {
  getBodySchema,
  parseParameter,
  readRequestBody,
  readRequestParameter,
  type RequestViolation,
} from '../../contract/requests/index.ts';
import { type Contract, readContract } from '../../contract/spec.ts';
import { type JudgedRequest, readParamNames } from '../../monitor/index.ts';
import { parsePath, readAt } from '../arbitraries/index.ts';
import { isBound, isJustBeyond, showsConstraint, type WalkTools } from './constraints.ts';

interface FoundViolation extends Omit<RequestViolation, 'silence' | 'message'> {
  /** The value at the place of the violation. */
  readonly value: unknown;
}

/** Creates the function that notes what a request violates, if it must be refused for nothing else. */
export function createRefusalCoverage(contract: Contract, { checklist, satisfies }: WalkTools) {
  const refusable = groupByPointer(readParts(contract).all);
  return ({ parts, request }: JudgedParts): void => {
    const { validity, isMalformed, question } = request;
    if (validity !== 'must-be-refused') return;
    const { key } = question.exchange.request;
    if (key === 'none' || key === 'wrong') {
      checklist.see(parts.security, 'refused');
      return;
    }
    notePathViolation({ parts, request });
    if (!isMalformed) return;
    if (question.call.body.kind === 'none') checklist.see(parts.requiredBody, 'refused');
    const violation = findOnlyViolation(contract, { parts, request });
    if (violation === undefined || mayHaveOtherReason(request, violation)) return;
    for (const part of refusable.get(violation.pointer) ?? []) {
      if (isAbout(part, violation)) checklist.see(part, 'refused');
    }
  };
  /** A path with a malformed id is refused like one with an unknown id, so it violates nothing else. */
  function notePathViolation({ parts, request }: JudgedParts): void {
    for (const parameter of parts.parameters) {
      if (parameter.in !== 'path' || parameter.schema === undefined) continue;
      const text = readParameterText(parameter, request);
      for (const part of parameter.schema.constraints) {
        if (!checklist.isMissing(part, 'refused') || text === undefined) continue;
        if (!satisfies(part, parseParameter(text, parameter.type))) checklist.see(part, 'refused');
      }
    }
  }
}

function groupByPointer(parts: readonly ContractPart[]): ReadonlyMap<string, ContractPart[]> {
  const groups = new Map<string, ContractPart[]>();
  for (const part of parts.filter(({ needs }) => needs.includes('refused'))) {
    groups.set(part.pointer, [...(groups.get(part.pointer) ?? []), part]);
  }
  return groups;
}

function isAbout(part: ContractPart, { keyword, name, value }: FoundViolation): boolean {
  if (keyword === 'required')
    return part.value === undefined || part.value === name.split('.').at(-1);
  if (keyword !== part.keyword) return false;
  // The value of an enum, or null, is a value that is no longer permitted.
  const isForbidden = keyword === 'enum' ? part.value !== undefined : part.value === 'null';
  if (isForbidden) return showsConstraint(part, value);
  return !isBound(part) || isJustBeyond(part, value);
}

/** Returns whether the service may have refused the request for something else, which it then does not name. */
function mayHaveOtherReason(
  { mayBeRefusedAnyway, question }: JudgedRequest,
  { name }: FoundViolation,
): boolean {
  const { response } = question.exchange;
  if (!mayBeRefusedAnyway || response === undefined || response.status < 300) return false;
  const ends = (field: string): (string | undefined)[] => {
    const keys = field.split(/[^\w$-]+/).filter((key) => key !== '');
    return [keys[0], keys.at(-1)];
  };
  const violated = ends(name);
  const named = readParamNames(response.body).flatMap(ends);
  return !named.some((key) => key !== undefined && violated.includes(key));
}

/**
 * Returns the violation if there is only one and the monitor knows of no other reason. A value of the wrong type also
 * violates the other keywords of its schema.
 */
function findOnlyViolation(contract: Contract, judged: JudgedParts): FoundViolation | undefined {
  const violations = findViolations(contract, judged);
  const [first] = violations;
  if (first === undefined || violations.some(({ name }) => name !== first.name)) return undefined;
  const [field] = first.name.split('.');
  const fields = judged.request.invalidFields.map((name) => name.split('.')[0]);
  if (fields.some((name) => name !== field)) return undefined;
  return (
    violations.find(({ keyword }) => keyword === 'type') ??
    (violations.length === 1 ? first : undefined)
  );
}

function findViolations(contract: Contract, { parts, request }: JudgedParts): FoundViolation[] {
  const { call } = request.question;
  const operation = contract.operations[call.operation];
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ parameter, text: call.query.get(parameter.name) }));
  const inQuery = pairs.flatMap(({ parameter, text }) =>
    text === null
      ? []
      : readRequestParameter(contract, parameter, text).violations.map((violation) => ({
          ...violation,
          value: parseParameter(text, findType(parts, parameter.name)),
        })),
  );
  return [...inQuery, ...findMissing(parts, request), ...findInBody(contract, request)];
}

function findType({ parameters }: OperationParameters, name: string) {
  return parameters.find((parameter) => parameter.name === name)?.type;
}

type OperationParameters = Pick<JudgedParts['parts'], 'parameters'>;

/** Returns the required parameters that a request lacks. */
function findMissing(
  { parameters }: OperationParameters,
  request: JudgedRequest,
): FoundViolation[] {
  return parameters.flatMap((parameter) => {
    const { required, name } = parameter;
    if (required === undefined || readParameterText(parameter, request) !== undefined) return [];
    const { pointer } = required;
    const common = { requirement: undefined, statuses: [], value: undefined };
    return [{ ...common, name, pointer, keyword: 'required' }];
  });
}

function findInBody(contract: Contract, { question }: JudgedRequest): FoundViolation[] {
  const { body, type, operation: id } = question.call;
  const operation = contract.operations[id];
  if (body.kind !== 'json' || type !== 'json' || getBodySchema(operation) === undefined) return [];
  return readRequestBody(contract, operation, body.value).violations.map((violation) => ({
    ...violation,
    value: readAt(body.value, parsePath(violation.name)),
  }));
}

/** A request with what it had to get. */
export interface JudgedParts {
  readonly parts: OperationParts;
  readonly request: JudgedRequest;
}

/** Returns the text of a parameter; undefined if the request does not have it. */
export function readParameterText(
  { name, in: place }: ParameterParts,
  { question }: JudgedRequest,
): string | undefined {
  const { call, exchange } = question;
  if (place === 'query') return call.query.get(name) ?? undefined;
  if (place === 'header') return exchange.request.headers[name.toLowerCase()];
  const { method, path, toStorage } = exchange.request;
  if (toStorage) return path;
  return readContract().match(method, path.split('?')[0] ?? '')?.params[name];
}
