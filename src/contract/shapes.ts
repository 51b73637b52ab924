/** Compares a response with the shapes in the contract, and names the requirement that it breaks. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { selectAlternative, readBodyIds, readIdsAt, listTitles } from './alternatives.ts';
import { isObject, readRequirementIds } from './json-pointer.ts';
import {
  findDocumentedResponse,
  type DocumentedResponse,
  type Operation,
  type OperationId,
} from './operations.ts';
import { readContract, type Contract } from './spec.ts';
import { createCompiler, type Compile, type VisitedPlaces } from './validators.ts';

export interface ResponseShape {
  readonly operation: OperationId;
  readonly status: number;
  /** The media type in lower case without parameters; empty if there is none. */
  readonly mediaType: string;
  readonly text: string;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
}

/** A place where a response differs from the contract. */
export interface ResponseViolation {
  /** The id of the nearest `x-requirements` above the place. */
  readonly requirement: string;
  /** The JSON pointer of the place in the body; empty for the response as a whole. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

export interface ShapeVerdict {
  /** The ids of the requirements that the response confirms. */
  readonly confirmedIds: ReadonlySet<string>;
  readonly violations: readonly ResponseViolation[];
}

/** Judges the shape of responses against one contract. */
export type ShapeJudge = (response: ResponseShape) => ShapeVerdict;

/** The requirement for a status or a body that belongs to no requirement of its own. */
const undocumentedStatusId = 'codes-per-endpoint';
const serverFailureId = 'errors.no-5xx';
const jsonBodyId = 'body.json';

/** Creates a judge, which compiles each validator on first use. */
export function createShapeJudge(contract: Contract = readContract()): ShapeJudge {
  const compile = createCompiler(contract);
  return (response) => {
    const operation = contract.operations[response.operation];
    const documented = findDocumentedResponse(operation, response.status);
    if (documented === undefined) return judgeUndocumentedStatus(operation, response);
    const { content, requirements } = documented;
    const ownerIds = requirements.length > 0 ? requirements : operation.requirements;
    // A response of an undocumented media type is judged by the first documented one.
    const pointer = content[response.mediaType] ?? Object.values(content)[0];
    if (pointer === undefined) return judgeEmptyBody(documented, response, ownerIds);
    // The document says that bodies are JSON, and not how they are labelled.
    if (response.body === undefined) {
      // An empty refusal has the right status, and the wrong body.
      const bodyIds = response.status >= 400 ? readBodyIds(contract.document, pointer) : [];
      return createVerdict([describeNonJson(response, [...bodyIds, ...ownerIds])]);
    }
    return judgeBody({ contract, compile, pointer, ownerIds, body: response.body });
  };
}

/** Returns true for `application/json` and for a media type with the suffix `+json`. */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}

function judgeUndocumentedStatus(operation: Operation, response: ResponseShape): ShapeVerdict {
  const { method, path, responses, openStatuses } = operation;
  // The document leaves other statuses open. The monitor's expectations report a status that is wrong for the request.
  if (openStatuses.includes(response.status) || response.status < 500) return createVerdict([]);
  const statuses = responses.map(({ status }) => status).join(', ');
  const expected = `one of the statuses the contract gives ${method} ${path}: ${statuses}`;
  const actual = `${response.status}`;
  return createVerdict([{ requirement: serverFailureId, pointer: '', expected, actual }]);
}

/** Judges a response for which the contract describes no body. Only a documented 204 forbids a body. */
function judgeEmptyBody(
  documented: DocumentedResponse,
  { text, mediaType }: ResponseShape,
  [requirement = undocumentedStatusId]: readonly string[],
): ShapeVerdict {
  if (documented.status !== '204' || text === '') return createVerdict([]);
  const actual = `${text.length} characters of ${mediaType || 'no media type'}`;
  return createVerdict([{ requirement, pointer: '', expected: 'no content', actual }]);
}

function describeNonJson(
  { text, mediaType }: ResponseShape,
  [ownerId = jsonBodyId]: readonly string[],
): ResponseViolation {
  const common = { pointer: '', expected: 'a JSON body' };
  if (text === '') return { ...common, requirement: ownerId, actual: 'an empty body' };
  const actual = `${mediaType || 'no media type'}: ${clip(text)}`;
  return { ...common, requirement: jsonBodyId, actual };
}

interface BodyCheck {
  readonly contract: Contract;
  readonly compile: Compile;
  readonly pointer: string;
  readonly ownerIds: readonly string[];
  readonly body: unknown;
}

function judgeBody({ contract, compile, pointer, ownerIds, body }: BodyCheck): ShapeVerdict {
  const { document } = contract;
  const branch = selectAlternative(document, pointer, body);
  if (branch === undefined) {
    // An alternative that names no keys may still allow the body.
    if (compile(pointer)(body)) return createVerdict([], [jsonBodyId]);
    const requirement = readIdsAt(document, pointer)[0] ?? ownerIds[0] ?? undocumentedStatusId;
    const [expected, actual] = [listTitles(document, pointer), clip(JSON.stringify(body))];
    return createVerdict([{ requirement, pointer: '', expected, actual }]);
  }
  const validate = compile(branch);
  const visits: VisitedPlaces = { places: [] };
  validate.call(visits, body);
  const errors = (validate.errors ?? []).filter((error) => !isInsideAlternative(error));
  return createVerdict(
    errors.map((error) => createViolation(error, visits, ownerIds)),
    [jsonBodyId, ...readIdsAt(document, pointer), ...visits.places.flatMap(({ ids }) => ids)],
  );
}

/** Returns true for an error inside a nested alternative, which only means that one of several does not fit. */
function isInsideAlternative(error: ErrorObject): boolean {
  return /\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath);
}

function createViolation(
  error: ErrorObject,
  visits: VisitedPlaces,
  ownerIds: readonly string[],
): ResponseViolation {
  const { keyword, params, instancePath, message = keyword, data } = error;
  const missing = keyword === 'required' ? String(params['missingProperty']) : undefined;
  const pointer = missing === undefined ? instancePath : `${instancePath}/${missing}`;
  const requirement =
    findSchemaId(error, missing) ??
    findNearestId(visits, pointer) ??
    ownerIds[0] ??
    undocumentedStatusId;
  return missing === undefined
    ? {
        requirement,
        pointer,
        expected: `a value that ${message}`,
        actual: clip(JSON.stringify(data)),
      }
    : { requirement, pointer, expected: 'present', actual: 'absent' };
}

/** Returns the requirement of the schema at which an error occurred, or of the schema of a missing property. */
function findSchemaId(error: ErrorObject, missing: string | undefined): string | undefined {
  const parent: unknown = error.parentSchema;
  if (!isObject(parent)) return undefined;
  const { properties } = parent;
  const property = missing !== undefined && isObject(properties) ? properties[missing] : parent;
  return isObject(property) ? readRequirementIds(property)[0] : undefined;
}

/** Returns the requirement of the closest visited place at or above a pointer. */
function findNearestId(visits: VisitedPlaces, pointer: string): string | undefined {
  return visits.places
    .filter((place) => pointer === place.pointer || pointer.startsWith(`${place.pointer}/`))
    .sort((a, b) => b.pointer.length - a.pointer.length)
    .flatMap((place) => place.ids)[0];
}

function createVerdict(
  violations: readonly ResponseViolation[],
  checkedIds: readonly string[] = [],
): ShapeVerdict {
  const brokenIds = new Set(violations.map(({ requirement }) => requirement));
  const confirmedIds = new Set(checkedIds.filter((id) => !brokenIds.has(id)));
  return { confirmedIds, violations };
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
