/** Compares a response with the shapes in the contract, and names the requirement that it breaks. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { alternativeFor, boundAt, titlesAt } from './alternatives.ts';
import { isObject, requirementsOf } from './json-pointer.ts';
import { describedAnswer, type Answer, type Operation, type OperationId } from './operations.ts';
import { readContract, type Contract } from './spec.ts';
import { createCompiler, type Compile, type Touched } from './validators.ts';

/** A response as it was received. */
export interface AnswerShape {
  readonly operation: OperationId;
  readonly status: number;
  /** In lower case, without parameters; empty if the response names none. */
  readonly mediaType: string;
  readonly text: string;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
}

/** A place where a response differs from the contract. */
export interface Violation {
  /** The id bound closest to the place by the contract's `x-requirements`. */
  readonly requirement: string;
  /** JSON pointer into the body; empty for the response as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

export interface ShapeVerdict {
  /** The ids that some value of the response confirmed. */
  readonly seen: ReadonlySet<string>;
  readonly violations: readonly Violation[];
}

/** Judges the shape of responses against one contract. */
export type ShapeJudge = (answer: AnswerShape) => ShapeVerdict;

/** The requirement that an undocumented status breaks. */
const undescribedStatus = 'codes-per-endpoint';
const serverFailure = 'errors.no-5xx';
const jsonBodies = 'body.json';

/** Creates a judge. Validators are compiled on first use and cached. */
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

/** Returns whether a media type means JSON: `application/json` or a `+json` suffix. */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

function ownerOf(operation: Operation, described: Answer): readonly string[] {
  return described.requirements.length > 0 ? described.requirements : operation.requirements;
}

function undescribed(operation: Operation, answer: AnswerShape): ShapeVerdict {
  const known = operation.answers.map(({ status }) => status).join(', ');
  // The document leaves other codes open; the operation's own check reports a wrong one.
  if (operation.openStatuses.includes(answer.status) || answer.status < 500) return found([]);
  const expected = `one of the statuses the contract gives ${operation.method} ${operation.path}: ${known}`;
  const actual = `${answer.status}`;
  return found([{ requirement: serverFailure, pointer: '', expected, actual }]);
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

/** Ignores errors inside a nested alternative: they only say that one of several did not fit. */
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
  return { seen, violations };
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
