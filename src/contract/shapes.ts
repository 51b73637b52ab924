/** Whether an answer has a shape the contract describes, and which requirement it breaks when not. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { alternativeFor, boundAt, titlesAt } from './alternatives.ts';
import { isObject, requirementsOf } from './json-pointer.ts';
import { describedAnswer, type Answer, type Operation, type OperationId } from './operations.ts';
import { readContract, type Contract } from './spec.ts';
import { createCompiler, type Compile, type Touched } from './validators.ts';

/** An answer as it came over the wire. */
export interface AnswerShape {
  readonly operation: OperationId;
  readonly status: number;
  /** Lower case, without parameters; empty when the answer names none. */
  readonly mediaType: string;
  readonly text: string;
  /** The parsed body, undefined when there is none or it is no JSON. */
  readonly body: unknown;
}

/** One place where an answer is not as described. */
export interface Violation {
  /** The id bound nearest to the place, as the contract's `x-requirements` say. */
  readonly requirement: string;
  /** JSON pointer into the body; empty for the answer as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

export interface ShapeVerdict {
  /** The ids some value of the answer gave evidence for. */
  readonly seen: ReadonlySet<string>;
  readonly violations: readonly Violation[];
  /** Whether the contract, or a silence of it, knows this status for the operation. */
  readonly documented: boolean;
}

/** Judges the shape of answers against one contract. */
export type ShapeJudge = (answer: AnswerShape) => ShapeVerdict;

/** The id that answers for a status nobody described. */
const undescribedStatus = 'codes-per-endpoint';
const serverFailure = 'errors.no-5xx';
const jsonBodies = 'body.json';

/** Makes a judge; validators compile on first use and are kept. */
export function createShapeJudge(contract: Contract = readContract()): ShapeJudge {
  const compile = createCompiler(contract);
  return (answer) => {
    const operation = contract.operations[answer.operation];
    const described = describedAnswer(operation, answer.status);
    if (described === undefined) return undescribed(operation, answer);
    const content = Object.values(described.content);
    const pointer = described.content[answer.mediaType] ?? content[0];
    if (pointer === undefined) return withoutContent(operation, described, answer);
    const owner = ownerOf(operation, described);
    if (answer.body === undefined || !isJsonType(answer.mediaType)) {
      return found([notJson(answer, owner)]);
    }
    return judgeBody({ contract, compile, pointer, owner, body: answer.body });
  };
}

/** Whether a media type says JSON: `application/json` or a `+json` suffix. */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

function ownerOf(operation: Operation, described: Answer): readonly string[] {
  return described.requirements.length > 0 ? described.requirements : operation.requirements;
}

function undescribed(operation: Operation, answer: AnswerShape): ShapeVerdict {
  const known = operation.answers.map(({ status }) => status).join(', ');
  const permitted = operation.openStatuses.includes(answer.status) || answer.status === 429;
  // Which other codes an endpoint may give is open: a wrong one is for its own check to tell.
  if (permitted || answer.status < 500) {
    return { seen: new Set(), violations: [], documented: permitted };
  }
  const violation = {
    requirement: serverFailure,
    pointer: '',
    expected: `one of the statuses the contract gives ${operation.method} ${operation.path}: ${known}`,
    actual: `${answer.status}`,
  };
  return { seen: new Set(), violations: [violation], documented: false };
}

function withoutContent(
  operation: Operation,
  described: Answer,
  answer: AnswerShape,
): ShapeVerdict {
  const owner = ownerOf(operation, described);
  const mustBeEmpty = answer.status === 204 && described.status === '204';
  if (!mustBeEmpty || answer.text === '') return found([]);
  return found([
    {
      requirement: owner[0] ?? undescribedStatus,
      pointer: '',
      expected: 'no content',
      actual: `${answer.text.length} characters of ${answer.mediaType || 'no media type'}`,
    },
  ]);
}

function notJson(answer: AnswerShape, owner: readonly string[]): Violation {
  const empty = answer.text === '';
  return {
    requirement: empty ? (owner[0] ?? jsonBodies) : jsonBodies,
    pointer: '',
    expected: 'a JSON body with a JSON media type',
    actual: empty
      ? 'an empty body'
      : `${answer.mediaType || 'no media type'}: ${clip(answer.text)}`,
  };
}

interface BodyQuestion {
  readonly contract: Contract;
  readonly compile: Compile;
  readonly pointer: string;
  readonly owner: readonly string[];
  readonly body: unknown;
}

function judgeBody({ contract, compile, pointer, owner, body }: BodyQuestion): ShapeVerdict {
  const { document } = contract;
  const branch = alternativeFor(document, pointer, body);
  if (branch === undefined) {
    const requirement = boundAt(document, pointer)[0] ?? owner[0] ?? undescribedStatus;
    const expected = titlesAt(document, pointer);
    return found([{ requirement, pointer: '', expected, actual: clip(JSON.stringify(body)) }]);
  }
  const validate = compile(branch);
  const touched: Touched = { places: [] };
  validate.call(touched, body);
  const errors = (validate.errors ?? []).filter((error) => !insideAlternative(error));
  return found(
    errors.map((error) => violationOf(error, touched, owner)),
    [jsonBodies, ...boundAt(document, pointer), ...touched.places.flatMap(({ ids }) => ids)],
  );
}

/** Errors from within a nested alternative only say that one of several did not fit. */
function insideAlternative(error: ErrorObject): boolean {
  return /\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath);
}

function violationOf(error: ErrorObject, touched: Touched, owner: readonly string[]): Violation {
  const missing =
    error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
  const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`;
  return {
    requirement:
      boundTo(error, missing) ?? nearest(touched, pointer) ?? owner[0] ?? undescribedStatus,
    pointer,
    expected: missing === undefined ? `a value that ${error.message ?? error.keyword}` : 'present',
    actual: missing === undefined ? clip(JSON.stringify(error.data)) : 'absent',
  };
}

function boundTo(error: ErrorObject, missing: string | undefined): string | undefined {
  const parent: unknown = error.parentSchema;
  if (!isObject(parent)) return undefined;
  const properties = parent['properties'];
  const property = missing !== undefined && isObject(properties) ? properties[missing] : parent;
  return isObject(property) ? requirementsOf(property)[0] : undefined;
}

function nearest(touched: Touched, pointer: string): string | undefined {
  return touched.places
    .filter((place) => pointer === place.pointer || pointer.startsWith(`${place.pointer}/`))
    .sort((a, b) => b.pointer.length - a.pointer.length)
    .flatMap((place) => place.ids)[0];
}

function found(violations: readonly Violation[], touched: readonly string[] = []): ShapeVerdict {
  const broken = new Set(violations.map(({ requirement }) => requirement));
  const seen = new Set(touched.filter((id) => !broken.has(id)));
  return { seen, violations, documented: true };
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
