/** Checks that a call was accepted or refused as required. */
import { listReadings as listedReadings, type StatedId } from '../../contract/requirements.ts';
import type { ReceivedResponse } from '../exchange.ts';
import {
  isAboutKey,
  isMust,
  type Acceptance,
  type Expectation,
  type Ground,
} from '../expectations/index.ts';
import { hasReadableNames, readParamNames, outcomeOf } from '../responses/index.ts';
import { groundsNamed } from './named-grounds.ts';
import { namesOneOf } from './problem.ts';
import {
  conforms,
  drifts,
  judgeCondition,
  formatValue,
  type Finding,
  type Reading,
  type Verdicts,
} from './verdicts.ts';

/** Statuses that say nothing about the call: too many calls, or a gateway that failed. */
const transient = [429, 502, 503, 504];

/** Compares the status, and the fields that a refusal names, with the expectation. */
export function judgeOutcome(expectation: Expectation, response: ReceivedResponse): Verdicts {
  const outcome = outcomeOf(response);
  if (transient.includes(response.status) || response.status >= 500) {
    return { findings: [], readings: [] };
  }
  if (outcome === 'accepted') return judgeAccepted(expectation, response);
  return judgeRefused(expectation, response);
}

function judgeAccepted(expectation: Expectation, response: ReceivedResponse): Verdicts {
  const { grounds, accepts } = expectation;
  const musts = getDecisiveGrounds(grounds);
  if (musts.length > 0) {
    const findings = musts.map(({ must, accepted = must, statuses }) =>
      drifts(accepted, { expected: formatStatuses(statuses), actual: summarizeResponse(response) }),
    );
    return { findings, readings: [] };
  }
  const readings = ['accepted', String(response.status)].flatMap((answer) =>
    findReadings(grounds, answer),
  );
  return { findings: judgeStatus(accepts, response, grounds), readings };
}

function judgeStatus(
  { statuses, status }: Acceptance,
  response: ReceivedResponse,
  grounds: readonly Ground[],
): readonly Finding[] {
  if (statuses === '2xx') return [conforms(status, 'a 2xx')];
  const expected = formatStatuses(statuses);
  if (!statuses.includes(response.status)) {
    return [drifts(status, { expected, actual: summarizeResponse(response) })];
  }
  return grounds.length === 0 ? [conforms(status, expected)] : [];
}

function judgeRefused(whole: Expectation, response: ReceivedResponse): Verdicts {
  const names = readParamNames(response.body);
  const expectation = { ...whole, grounds: groundsNamed(names, whole) };
  const { grounds, accepts, otherRefusal } = expectation;
  const musts = grounds.filter(isMust);
  const permitted = [...new Set(grounds.flatMap(({ statuses }) => statuses))];
  if (permitted.includes(response.status)) {
    return {
      findings:
        musts.length === 0
          ? findOpenVerdicts(expectation, response)
          : [
              ...judgeReason(grounds, response, names),
              ...validationFindings(expectation, response),
            ],
      readings: [
        ...findReadings(grounds, String(response.status)),
        ...findKeyReadings(grounds, response.status),
      ],
    };
  }
  const actual = summarizeResponse(response);
  const blamed = findBrokenRequirements(expectation, response, names);
  const expected =
    musts.length > 0
      ? formatStatuses(permitted)
      : [
          formatStatuses(accepts.statuses),
          ...(grounds.length > 0 ? [formatStatuses(permitted)] : []),
        ].join(' or ');
  const isOpen = musts.length === 0 && grounds.length > 0 && !isGone(expectation, response);
  const requirements = isOpen && otherRefusal !== undefined ? [otherRefusal] : blamed;
  return {
    findings: [
      ...requirements.map((requirement) => drifts(requirement, { expected, actual })),
      ...validationFindings(expectation, response),
    ],
    readings: [],
  };
}

function findOpenVerdicts(
  { openRefusal, grounds }: Expectation,
  { status, body }: ReceivedResponse,
): readonly Finding[] {
  const names = readParamNames(body);
  const reasons = grounds.flatMap((ground) =>
    isMust(ground) || ground.proof === undefined ? [] : [ground.proof],
  );
  return [
    ...(openRefusal === undefined || status !== 409 ? [] : [conforms(openRefusal, '409')]),
    ...reasons
      .filter((one) => one.status === status && namesOneOf(names, [one.name]))
      .map(({ requirement }) => conforms(requirement, String(status))),
  ];
}

/** Well-formed requests that break any rule get 422. */
function validationFindings({ grounds }: Expectation, response: ReceivedResponse) {
  const rules = grounds.filter(isMust).filter(({ statuses }) => statuses.join() === '422');
  if (rules.length === 0 || rules.length < grounds.length) return [];
  const difference = { expected: '422', actual: summarizeResponse(response) };
  return [judgeCondition(response.status === 422, 'errors.documented-422', difference)];
}

/** True if a call does not find a book that a refused call may have removed. */
function isGone({ removals = [], accepts }: Expectation, { status }: ReceivedResponse): boolean {
  const absent = accepts.status === 'lookup.answers-200' ? [404, 422] : [404, 410];
  return removals.length > 0 && absent.includes(status);
}

function findBrokenRequirements(
  expectation: Expectation,
  response: ReceivedResponse,
  names: readonly string[],
): readonly StatedId[] {
  const { grounds, accepts, removals = [] } = expectation;
  const musts = getDecisiveGrounds(grounds);
  if (isGone(expectation, response)) return removals;
  return musts.length > 0 ? musts.map(({ must }) => must) : accepts.refused(names);
}

/** The reasons why a call has to be refused. A wrong key comes before all others. */
function getDecisiveGrounds(grounds: readonly Ground[]) {
  const musts = grounds.filter(isMust);
  const key = musts.filter(isAboutKey);
  return key.length > 0 ? key : musts;
}

/** A 400 lists the fields at fault; whether it lists all of them is open. */
function judgeReason(
  grounds: readonly Ground[],
  response: ReceivedResponse,
  names: readonly string[],
): readonly Finding[] {
  const reasons = grounds
    .filter(isMust)
    .filter(({ statuses }) => statuses.includes(response.status));
  const [first] = reasons;
  if (first === undefined) return [];
  const naming = grounds.filter(isMust).filter((one) => one.names.length > 0);
  const fields = reasons.flatMap((reason) => reason.names);
  // Another reason, of which nothing needs to be named, may have come first.
  const certain = response.status === 400 ? naming.length === grounds.length : areAllMusts(grounds);
  const mayBeSilent = !mustNameFields(fields, response) || !hasReadableNames(response.body);
  if (!certain || fields.length === 0 || mayBeSilent) {
    return reasons.map(({ must, statuses }) => conforms(must, formatStatuses(statuses)));
  }
  const expected = `invalidParams naming ${[...new Set(fields)].join(' or ')}`;
  if (namesOneOf(names, fields)) {
    const found = [...new Set(reasons.map(({ must }) => must))].map((one) =>
      conforms(one, expected),
    );
    return [...found, conforms('problem.param-names', expected)];
  }
  const difference = { expected, actual: names.join(', ') || 'no name', pointer: '/invalidParams' };
  const musts = [...new Set(reasons.map(({ must }) => must))];
  const broken = musts.filter((must) => demandsNames.includes(must));
  const misnamed =
    broken.length === 0 || names.length > 0 ? (['problem.param-names'] as const) : [];
  return [
    ...musts.filter((must) => !broken.includes(must)).map((must) => conforms(must, expected)),
    ...[...broken, ...misnamed].map((requirement) => drifts(requirement, difference)),
  ];
}

/** Requirements that say themselves that the refusal names the field. */
const demandsNames: readonly StatedId[] = [
  'create.required-properties',
  'create.schema-400',
  'list.invalid-query-400',
  'lookup.unknown-names-parameter',
  'upload.role-fits-format',
];

function areAllMusts(grounds: readonly Ground[]): boolean {
  return grounds.every(isMust);
}

/** The list of a 422 may be empty, except for a lookup. */
function mustNameFields(fields: readonly string[], { status, body }: ReceivedResponse): boolean {
  return body !== undefined && (status === 400 || fields.includes('bookExternalId'));
}

/** Shows whether the key is checked first, if the call has other reasons to be refused as well. */
function findKeyReadings(grounds: readonly Ground[], status: number): readonly Reading[] {
  if (!grounds.some(isAboutKey) || grounds.every(isAboutKey)) return [];
  return [{ silence: 'auth.before-routing', reading: status === 401 ? 'yes' : 'no' }];
}

/** The reading that a response shows, if the request concerns a single silence. */
function findReadings(grounds: readonly Ground[], answer: string): readonly Reading[] {
  const [first] = grounds;
  if (first === undefined || isMust(first) || !first.decides || grounds.length > 1) return [];
  const silence = first.may;
  const listed = listedReadings(silence);
  // A success looks the same whether a value was taken or passed over.
  const unclear = answer === 'accepted' && listed.some((one) => passedOver.includes(one));
  return listed.includes(answer) && !unclear ? [{ silence, reading: answer }] : [];
}

const passedOver: readonly string[] = ['ignored', 'no-op'];

function formatStatuses(statuses: readonly number[] | '2xx'): string {
  return statuses === '2xx'
    ? 'a 2xx'
    : [...new Set(statuses)].toSorted((one, other) => one - other).join(' or ');
}

/** A response on one line: status and the beginning of the body. */
function summarizeResponse({ status, text }: ReceivedResponse): string {
  return text === undefined || text === '' ? String(status) : `${status} ${formatValue(text)}`;
}
