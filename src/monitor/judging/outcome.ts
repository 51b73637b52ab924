/** Judges whether a call was accepted or refused as required. */
import { listReadings, type StatedId } from '../../contract/requirements.ts';
import type { ReceivedResponse } from '../exchange.ts';
import {
  type CompleteExpectation,
  type Ground,
  isAboutKey,
  isMust,
  narrowGrounds,
} from '../grounds/index.ts';
import {
  conforms,
  drifts,
  formatValue,
  judgeCondition,
  type Judgement,
  noVerdicts,
  type ObservedReading,
  type Verdicts,
} from '../views/index.ts';
import { hasReadableNames, readParamNames, readOutcome } from '../responses.ts';
import { namesAnyOf } from './problem.ts';

/** Compares the status of a response below 500, and the fields that a refusal names, with the expectation. */
export function judgeOutcome(
  expectation: CompleteExpectation,
  response: ReceivedResponse,
): Verdicts {
  // A 429 says nothing about the call.
  if (response.status === 429) return noVerdicts;
  return readOutcome(response) === 'accepted'
    ? judgeAccepted(expectation, response)
    : judgeRefused(expectation, response);
}

function judgeAccepted(expectation: CompleteExpectation, response: ReceivedResponse): Verdicts {
  const { grounds } = expectation;
  const musts = getDecisiveGrounds(grounds);
  if (musts.length > 0) {
    const judgements = musts.map(({ must, brokenByAcceptance = must, statuses }) =>
      drifts(brokenByAcceptance, {
        expected: formatStatuses(statuses),
        actual: summarizeResponse(response),
      }),
    );
    return { judgements, readings: [] };
  }
  const readings = ['accepted', String(response.status)].flatMap((reading) =>
    findReadings(grounds, reading),
  );
  return { judgements: judgeStatus(expectation, response), readings };
}

function judgeStatus(
  { successStatuses: statuses, statusRequirement, grounds }: CompleteExpectation,
  response: ReceivedResponse,
): readonly Judgement[] {
  if (statuses === '2xx') return [conforms(statusRequirement, 'a 2xx')];
  const expected = formatStatuses(statuses);
  if (!statuses.includes(response.status)) {
    return [drifts(statusRequirement, { expected, actual: summarizeResponse(response) })];
  }
  return grounds.length === 0 ? [conforms(statusRequirement, expected)] : [];
}

function judgeRefused(fullExpectation: CompleteExpectation, response: ReceivedResponse): Verdicts {
  const names = readParamNames(response.body);
  const grounds = narrowGrounds(names, fullExpectation);
  const expectation = { ...fullExpectation, grounds };
  const isPermitted = grounds.some(({ statuses }) => statuses.includes(response.status));
  if (!isPermitted) {
    return { judgements: judgeOtherStatus(expectation, response, names), readings: [] };
  }
  return {
    judgements: grounds.some(isMust)
      ? [...judgeReason(grounds, response, names), ...judgeValidationStatus(expectation, response)]
      : judgePermittedRefusal(expectation, response),
    readings: [
      ...findReadings(grounds, String(response.status)),
      ...findKeyReadings(grounds, response.status),
    ],
  };
}

/** Judges a refusal with a status that no ground permits. */
function judgeOtherStatus(
  expectation: CompleteExpectation,
  response: ReceivedResponse,
  names: readonly string[],
): readonly Judgement[] {
  const { grounds, successStatuses, brokenByOtherStatus } = expectation;
  const mustBeRefused = grounds.some(isMust);
  const permitted = formatStatuses(grounds.flatMap(({ statuses }) => statuses));
  const accepted = formatStatuses(successStatuses);
  const mayBeRefused = grounds.length > 0 ? `${accepted} or ${permitted}` : accepted;
  const difference = {
    expected: mustBeRefused ? permitted : mayBeRefused,
    actual: summarizeResponse(response),
  };
  const isOpen = !mustBeRefused && grounds.length > 0 && !isGone(expectation, response);
  const requirements =
    isOpen && brokenByOtherStatus !== undefined
      ? [brokenByOtherStatus]
      : findBrokenRequirements(expectation, response, names);
  return [
    ...requirements.map((requirement) => drifts(requirement, difference)),
    ...(isGone(expectation, response) ? [] : judgeValidationStatus(expectation, response)),
  ];
}

/** Judges a refusal that grounds permit and none demands. */
function judgePermittedRefusal(
  { grounds }: CompleteExpectation,
  { status, body }: ReceivedResponse,
): readonly Judgement[] {
  const names = readParamNames(body);
  return grounds
    .flatMap((ground) => (isMust(ground) ? [] : (ground.proof ?? [])))
    .filter((proof) => proof.status === status)
    .flatMap(({ requirement, name, validFields = [] }) => {
      if (namesAnyOf(names, [name])) return [conforms(requirement, String(status))];
      const namesValidField = names.some((given) => validFields.includes(given));
      if (!namesValidField || names.some((given) => !validFields.includes(given))) return [];
      const expected = `a list that names ${name}`;
      const difference = { expected, actual: names.join(', '), pointer: '/invalidParams' };
      return [drifts('problem.param-names', difference)];
    });
}

/** A request with the documented form that breaks a rule gets 422. */
function judgeValidationStatus({ grounds }: CompleteExpectation, response: ReceivedResponse) {
  const rules = grounds.filter(isMust).filter(({ statuses }) => statuses.join() === '422');
  if (rules.length === 0 || rules.length < grounds.length) return [];
  const difference = { expected: '422', actual: summarizeResponse(response) };
  return [judgeCondition(response.status === 422, 'errors.documented-422', difference)];
}

/** Returns whether a call does not find a book that a refused delete may have removed. */
function isGone(
  { refusedDeletes, notFoundStatuses }: CompleteExpectation,
  { status }: ReceivedResponse,
): boolean {
  return refusedDeletes.length > 0 && notFoundStatuses.includes(status);
}

/** Returns the requirements that a refusal breaks, or any other response that does not accept a call. */
export function findBrokenRequirements(
  expectation: CompleteExpectation,
  response: ReceivedResponse,
  names: readonly string[],
): readonly StatedId[] {
  const { grounds, accepts, statusRequirement, refusedDeletes } = expectation;
  const musts = getDecisiveGrounds(grounds);
  if (isGone(expectation, response)) return refusedDeletes;
  return musts.length > 0
    ? musts.map(({ must }) => must)
    : (accepts.brokenByRefusal?.(names) ?? [statusRequirement]);
}

/** Returns the reasons why a call has to be refused: the key alone, if it is one of them. */
function getDecisiveGrounds(grounds: readonly Ground[]) {
  const musts = grounds.filter(isMust);
  const keyGrounds = musts.filter(isAboutKey);
  return keyGrounds.length > 0 ? keyGrounds : musts;
}

/** A 400 names the invalid fields. The document does not say whether it names all of them. */
function judgeReason(
  grounds: readonly Ground[],
  response: ReceivedResponse,
  names: readonly string[],
): readonly Judgement[] {
  const reasons = grounds
    .filter(isMust)
    .filter(({ statuses }) => statuses.includes(response.status));
  if (reasons.length === 0) return [];
  const groundsWithNames = grounds.filter(isMust).filter((ground) => ground.names.length > 0);
  const fields = reasons.flatMap((reason) => reason.names);
  // The service may have refused the request for another reason, which needs no name.
  const areFieldsTheReason =
    response.status === 400 ? groundsWithNames.length === grounds.length : grounds.every(isMust);
  const mayNameNothing = !mustNameFields(fields, response) || !hasReadableNames(response.body);
  if (!areFieldsTheReason || fields.length === 0 || mayNameNothing) {
    return reasons.map(({ must, statuses }) => conforms(must, formatStatuses(statuses)));
  }
  const expected = `a list that names ${[...new Set(fields)].join(' or ')}`;
  const musts = [...new Set(reasons.map(({ must }) => must))];
  if (namesAnyOf(names, fields)) {
    return [...musts, 'problem.param-names' as const].map((must) => conforms(must, expected));
  }
  const actual = names.length === 0 ? 'a list without names' : `only ${names.join(', ')}`;
  const difference = { expected, actual, pointer: '/invalidParams' };
  const brokenMusts = musts.filter((must) => requirementsOfNames.includes(must));
  const nameRequirement =
    brokenMusts.length === 0 || names.length > 0 ? (['problem.param-names'] as const) : [];
  return [
    ...musts.filter((must) => !brokenMusts.includes(must)).map((must) => conforms(must, expected)),
    ...[...brokenMusts, ...nameRequirement].map((requirement) => drifts(requirement, difference)),
  ];
}

/** The requirements which say that the refusal names the field. */
const requirementsOfNames: readonly StatedId[] = [
  'create.required-properties',
  'create.schema-400',
  'list.invalid-query-400',
  'lookup.unknown-names-parameter',
  'upload.role-fits-format',
];

/** A 400 must name fields. A 422 need not, except for a lookup. */
function mustNameFields(fields: readonly string[], { status, body }: ReceivedResponse): boolean {
  return body !== undefined && (status === 400 || fields.includes('bookExternalId'));
}

/** Returns whether the service checks the key first, if there are other reasons to refuse the call as well. */
function findKeyReadings(grounds: readonly Ground[], status: number): readonly ObservedReading[] {
  if (!grounds.some(isAboutKey) || grounds.every(isAboutKey)) return [];
  return [{ silence: 'auth.before-routing', reading: status === 401 ? 'yes' : 'no' }];
}

/** Returns the reading that a response shows, if the request concerns a single silence. */
function findReadings(grounds: readonly Ground[], reading: string): readonly ObservedReading[] {
  const [ground, ...otherGrounds] = grounds;
  if (ground === undefined || otherGrounds.length > 0) return [];
  if (isMust(ground) || !ground.showsReading) return [];
  const silence = ground.may;
  const readings = listReadings(silence);
  // A success looks the same whether the service used a value or ignored it.
  const isUnclear =
    reading === 'accepted' && readings.some((listed) => ignoringReadings.includes(listed));
  return readings.includes(reading) && !isUnclear ? [{ silence, reading }] : [];
}

const ignoringReadings: readonly string[] = ['ignored', 'no-op'];

export function formatStatuses(statuses: readonly number[] | '2xx'): string {
  return statuses === '2xx'
    ? 'a 2xx'
    : [...new Set(statuses)].toSorted((one, other) => one - other).join(' or ');
}

/** Returns a response on one line: its status and the beginning of its body. */
function summarizeResponse({ status, text }: ReceivedResponse): string {
  return text === undefined || text === '' ? String(status) : `${status} ${formatValue(text)}`;
}
