/** Compares a response with the shapes in the contract, and names the requirement that it breaks. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { selectAlternative, readIdsAt, listTitles } from './alternatives.ts';
import { isObject, readRequirementIds } from './json-pointer.ts';
import { findAnswer, type Answer, type Operation, type OperationId } from './operations.ts';
import { readContract, type Contract } from './spec.ts';
import { createCompiler, type Compile, type VisitedPlaces } from './validators.ts';

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
    const described = findAnswer(operation, answer.status);
    if (described === undefined) return judgeUndescribedStatus(operation, answer);
    const content = Object.values(described.content);
    const pointer = described.content[answer.mediaType] ?? content[0];
    if (pointer === undefined) return judgeEmptyBody(operation, described, answer);
    const owner = getOwner(operation, described);
    if (answer.body === undefined || !isJsonType(answer.mediaType)) {
      return createVerdict([describeNonJson(answer, owner)]);
    }
    return judgeBody({ contract, compile, pointer, owner, body: answer.body });
  };
}

/** Returns whether a media type means JSON: `application/json` or a `+json` suffix. */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

function getOwner(operation: Operation, described: Answer): readonly string[] {
  return described.requirements.length > 0 ? described.requirements : operation.requirements;
}

function judgeUndescribedStatus(operation: Operation, answer: AnswerShape): ShapeVerdict {
  const known = operation.answers.map(({ status }) => status).join(', ');
  // The document leaves other codes open; the operation's own check reports a wrong one.
  if (operation.openStatuses.includes(answer.status) || answer.status < 500)
    return createVerdict([]);
  const expected = `one of the statuses the contract gives ${operation.method} ${operation.path}: ${known}`;
  const actual = `${answer.status}`;
  return createVerdict([{ requirement: serverFailure, pointer: '', expected, actual }]);
}

function judgeEmptyBody(
  operation: Operation,
  described: Answer,
  answer: AnswerShape,
): ShapeVerdict {
  const owner = getOwner(operation, described);
  const mustBeEmpty = answer.status === 204 && described.status === '204';
  if (!mustBeEmpty || answer.text === '') return createVerdict([]);
  return createVerdict([
    {
      requirement: owner[0] ?? undescribedStatus,
      pointer: '',
      expected: 'no content',
      actual: `${answer.text.length} characters of ${answer.mediaType || 'no media type'}`,
    },
  ]);
}

function describeNonJson(answer: AnswerShape, owner: readonly string[]): Violation {
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

interface BodyCheck {
  readonly contract: Contract;
  readonly compile: Compile;
  readonly pointer: string;
  readonly owner: readonly string[];
  readonly body: unknown;
}

function judgeBody({ contract, compile, pointer, owner, body }: BodyCheck): ShapeVerdict {
  const { document } = contract;
  const branch = selectAlternative(document, pointer, body);
  if (branch === undefined) {
    const requirement = readIdsAt(document, pointer)[0] ?? owner[0] ?? undescribedStatus;
    const expected = listTitles(document, pointer);
    return createVerdict([
      { requirement, pointer: '', expected, actual: clip(JSON.stringify(body)) },
    ]);
  }
  const validate = compile(branch);
  const touched: VisitedPlaces = { places: [] };
  validate.call(touched, body);
  const errors = (validate.errors ?? []).filter((error) => !isInsideAlternative(error));
  return createVerdict(
    errors.map((error) => createViolation(error, touched, owner)),
    [jsonBodies, ...readIdsAt(document, pointer), ...touched.places.flatMap(({ ids }) => ids)],
  );
}

/** Ignores errors inside a nested alternative: they only say that one of several did not fit. */
function isInsideAlternative(error: ErrorObject): boolean {
  return /\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath);
}

function createViolation(
  error: ErrorObject,
  touched: VisitedPlaces,
  owner: readonly string[],
): Violation {
  const missing =
    error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
  const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`;
  return {
    requirement:
      findBoundId(error, missing) ??
      findNearestId(touched, pointer) ??
      owner[0] ??
      undescribedStatus,
    pointer,
    expected: missing === undefined ? `a value that ${error.message ?? error.keyword}` : 'present',
    actual: missing === undefined ? clip(JSON.stringify(error.data)) : 'absent',
  };
}

function findBoundId(error: ErrorObject, missing: string | undefined): string | undefined {
  const parent: unknown = error.parentSchema;
  if (!isObject(parent)) return undefined;
  const properties = parent['properties'];
  const property = missing !== undefined && isObject(properties) ? properties[missing] : parent;
  return isObject(property) ? readRequirementIds(property)[0] : undefined;
}

function findNearestId(touched: VisitedPlaces, pointer: string): string | undefined {
  return touched.places
    .filter((place) => pointer === place.pointer || pointer.startsWith(`${place.pointer}/`))
    .sort((a, b) => b.pointer.length - a.pointer.length)
    .flatMap((place) => place.ids)[0];
}

function createVerdict(
  violations: readonly Violation[],
  touched: readonly string[] = [],
): ShapeVerdict {
  const broken = new Set(violations.map(({ requirement }) => requirement));
  const seen = new Set(touched.filter((id) => !broken.has(id)));
  return { seen, violations };
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
