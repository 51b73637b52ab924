/**
 * The concerns about a request that violates the contract, or whose values are open and refused by a reading.
 * Reads requests by the schemas of the contract.
 */
import {
  findDocumentedResponse,
  type Operation,
  type OperationId,
} from '../../contract/operations.ts';
import {
  type OpenValue,
  type RequestReading,
  type RequestViolation,
  getBodySchema,
  readRequestBody,
  readRequestParameter,
  type ParameterReading,
} from '../../contract/requests/index.ts';
import { listReadings, type SilenceId } from '../../contract/requirements.ts';
import type { Concern, Readings } from '../readings/index.ts';
import { createNode } from '../../contract/schema-nodes.ts';
import type { Contract } from '../../contract/spec.ts';

/** Returns the concerns about a request. Of several at one place, only the first is returned. */
export function toConcerns(
  operation: Operation,
  { violations, openValues }: Pick<RequestReading, 'violations' | 'openValues'>,
  readings: Readings,
): readonly Concern[] {
  const concerns = new Map<string, Concern>();
  for (const violation of violations) {
    if (isLeftToRules(violation) || concerns.has(violation.name)) continue;
    concerns.set(violation.name, refuseViolation(operation, violation, readings));
  }
  for (const openValue of openValues) {
    const concern = findOpenConcern(operation, openValue, readings);
    if (concern !== undefined) concerns.set(openValue.name, concern);
  }
  return [...concerns.values()];
}

/** Returns whether a rule of the sandbox decides: dates have one, because a reading permits other notations. */
function isLeftToRules({ name, keyword }: RequestViolation): boolean {
  return name === 'publicationDate' && keyword === 'format';
}

function refuseViolation(
  operation: Operation,
  violation: RequestViolation,
  readings: Readings,
): Concern {
  const { name, keyword, requirement, statuses, silence } = violation;
  const isMalformed = keyword === 'type' || keyword === 'required';
  const decidingSilence = silence ?? (isMalformed ? undefined : 'status.400-vs-422');
  const reading = Number(decidingSilence && getReading(readings, decidingSilence));
  const status = statuses.includes(reading) ? reading : (statuses[0] ?? 400);
  const documentedRequirement = getRefusalRequirement(operation, status) ?? requirement;
  const isOpen = silence !== undefined && statuses.length > 1;
  return {
    ...toPlace(name, describeViolation(violation)),
    status,
    requirement: isOpen ? silence : (documentedRequirement ?? 'body.json'),
  };
}

/** Silences whose open values the operations judge themselves, because only some of them are refused. */
const judgedByOperations: readonly SilenceId[] = ['chapters.title-ascii', 'list.language.unknown'];

/** The readings that are not a status and still refuse an open value. */
const strictReadings: Readonly<Partial<Record<SilenceId, string>>> = {
  'upload.required': 'all-four',
};

/** Returns the concern about an open value; undefined if it is accepted, or if the operation judges it. */
function findOpenConcern(
  operation: Operation,
  { name, silences, statuses = [], shows }: OpenValue,
  readings: Readings,
): Concern | undefined {
  for (const silence of silences) {
    const reading = getReading(readings, silence);
    if (reading !== undefined && strictReadings[silence] === reading) {
      const requirement = getRefusalRequirement(operation, 400) ?? silence;
      return { ...toPlace(name, 'Is missing.'), status: statuses[0] ?? 400, requirement };
    }
    const status = Number(reading);
    // Without `shows`, the value is open in other ways too, so the reading does not say enough about it.
    if (!shows || judgedByOperations.includes(silence) || !(status >= 400)) continue;
    const reason = `Is refused under the reading ${reading} of ${silence}.`;
    return { ...toPlace(name, reason), status, requirement: silence };
  }
  return undefined;
}

/** Returns the top-level properties whose open values a reading ignores. */
export function listIgnored({ openValues }: RequestReading, readings: Readings): readonly string[] {
  return openValues
    .filter(({ silences }) => silences.some((id) => getReading(readings, id) === 'ignored'))
    .map(({ name }) => name);
}

/** Returns the reading of a silence. A silence without a setting has one reading, or none. */
function getReading(readings: Readings, silence: SilenceId): string | undefined {
  const chosenReadings: Readonly<Partial<Record<SilenceId, string>>> = readings;
  return chosenReadings[silence] ?? listReadings(silence)[0];
}

function getRefusalRequirement(operation: Operation, status: number): string | undefined {
  return findDocumentedResponse(operation, status)?.requirements[0];
}

function toPlace(name: string, reason: string): Pick<Concern, 'name' | 'reason'> {
  return name === '' ? { reason } : { name, reason };
}

/** Returns what is wrong as a sentence: `must be string` becomes `Must be string.` */
export function describeViolation({ keyword, message }: RequestViolation): string {
  if (keyword === 'required') return 'Is missing.';
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

export type RequestShapes = ReturnType<typeof createRequestShapes>;

export function createRequestShapes(contract: Contract) {
  const { document, operations } = contract;
  return {
    body: (operation: OperationId, body: unknown): RequestReading =>
      readRequestBody(contract, operations[operation], body),
    /** Reads a query or path value. */
    parameter: (operation: OperationId, name: string, text: string): ParameterReading => {
      const parameter = operations[operation].parameters.find((entry) => entry.name === name);
      if (parameter !== undefined) return readRequestParameter(contract, parameter, text);
      return { value: text, violations: [], openValues: [], unlistedMembers: [] };
    },
    /** Returns how the contract refuses a value of a property that breaks a rule. */
    brokenRule: (operation: OperationId, property: string) => {
      const pointer = `${getBodySchema(operations[operation])}/properties/${property}`;
      const start = {
        pointer,
        value: undefined,
        name: '',
        requirements: [],
        violationStatuses: [],
      };
      const { requirements, violationStatuses } = createNode(document, start);
      return { requirement: requirements[0] ?? 'body.json', status: violationStatuses[0] ?? 422 };
    },
  };
}
