/** Finds signs that two drifts show the same fault, such as the same place, wrong status or requirement. */
import { isObject } from '../../contract/json-pointer.ts';
import { readParamNames } from '../../monitor/index.ts';
import { type FindingRow, isAboutRefusal, unwrapBook } from '../record/index.ts';
import { findConsequenceSigns, findFilterSigns, findSourceSigns } from './consequence-signs.ts';
import { findDifferingPlace, isMissing, findWrongStatus } from './differing-place.ts';
import {
  findBlamedOperation,
  findLaterWriter,
  findWriter,
  findWrongReader,
  isGeneral,
} from './drift-calls.ts';

export interface Signs {
  /** Two drifts that share one of these signs have the same cause. */
  readonly certain: readonly string[];
  /** The responses and the enclosing members of the wrong place, to which less specific drifts may refer. */
  readonly context: readonly string[];
  /** Signs that this drift may share with the context of other drifts. */
  readonly references: readonly string[];
}

/** Returns a function that lists the signs of one of these drifts. */
export function createSignFinder(findings: readonly FindingRow[]): (row: FindingRow) => Signs {
  const accepting = new Set(findings.filter(isWronglyAccepted).map(({ operation }) => operation));
  const acceptsMuch = accepting.size >= manyOperations ? ['accepts everything'] : [];
  const failingNumbers = new Set(findings.flatMap(({ exchange }) => exchange?.number ?? []));
  return (row) => {
    const names = findDifferingPlace(row)?.names ?? [];
    const place = names.length === 0 ? [] : [toPlaceSign(row, names)];
    const specificSigns = [
      ...place,
      ...findWriterSigns(row, names),
      ...findExpectationSigns(row, names),
      ...findAbsenceSigns(row),
      ...findRefusedValueSigns(row),
      ...findReaderSigns(row),
      ...findStatusSigns(row),
      ...findEmptyListSigns(row),
      ...(isWronglyAccepted(row) ? acceptsMuch : []),
    ];
    const responseSigns = findResponseSigns(row, failingNumbers);
    const contextSigns = names.map((_, index) => toPlaceSign(row, names.slice(0, index + 1)));
    return {
      certain: [toRequirementSign(row, names), ...specificSigns],
      context: [
        ...contextSigns,
        ...responseSigns,
        ...findSourceSigns(row, names),
        ...findAcceptedSigns(row, isWronglyAccepted(row)),
      ],
      references:
        specificSigns.length === 0
          ? [...responseSigns, ...findFilterSigns(row)]
          : [
              ...place,
              ...findConsequenceSigns(row, names, findings),
              ...findEarlierWriteSigns(row, findings),
              ...findAcceptedSigns(row, !isWronglyAccepted(row)),
            ],
    };
  };
}

/** So many operations accept what they must refuse only if the service hardly checks anything. */
export const manyOperations = 5;

/** Returns true for a request that the service accepts although it must refuse it. */
export function isWronglyAccepted(row: FindingRow): boolean {
  const { actual = 0, permittedStatuses = [] } = findWrongStatus(row) ?? {};
  return (
    actual >= 200 && actual < 300 && permittedStatuses.every((status) => Number(status) >= 400)
  );
}

/** Returns a sign of the response to a request that had to be refused: whatever else is wrong in it follows from that. */
function findAcceptedSigns({ exchange }: FindingRow, hasSign: boolean): string[] {
  return hasSign && exchange !== undefined ? [`accepted ${exchange.number}`] : [];
}

/** Returns true for a request that the service refuses although it must accept it. */
function isWronglyRefused(row: FindingRow): boolean {
  const { actual = 0, permittedStatuses = [] } = findWrongStatus(row) ?? {};
  return (
    actual >= 400 && actual < 500 && permittedStatuses.some((status) => status.startsWith('2'))
  );
}

/** Returns the sign of a requirement and a member, because a requirement may cover many members with different faults. */
function toRequirementSign(row: FindingRow, names: readonly string[]): string {
  const { requirement, operation } = row;
  // Whichever member a refused request changed, the service carried it out.
  if (isAboutRefusal(row)) return requirement;
  if (names.length > 0) return `${requirement} ${names.join('/')}`;
  return isGeneral(row) ? `${requirement} ${operation}` : requirement;
}

/** Returns a sign without the query, because an empty list looks the same for every query. */
function findEmptyListSigns(row: FindingRow): string[] {
  return showsEmptyList(row) ? [`${row.operation} shows nothing`] : [];
}

/** Returns true if the failing response is a list without entries. */
export function showsEmptyList({ exchange }: FindingRow): boolean {
  const list = exchange && unwrapBook(exchange);
  return Array.isArray(list) && list.length === 0;
}

/**
 * Returns signs of the response, and of earlier failing responses in the same case, which may have the
 * same fault. A drift with a wrong status or place does not refer to earlier responses.
 */
function findResponseSigns(row: FindingRow, failingNumbers: ReadonlySet<number>): string[] {
  const { exchange, values, pointer } = row;
  const isExplained = findWrongStatus(row) !== undefined || (values ?? pointer) !== undefined;
  const calls = isExplained ? [] : (row.calls ?? []);
  const numbers = new Set([
    ...(exchange === undefined ? [] : [exchange.number]),
    ...calls.map(({ number }) => number).filter((number) => failingNumbers.has(number)),
  ]);
  return [...numbers].map((number) => `response ${number}`);
}

/**
 * Returns signs of earlier drifts of a member, if the service then refuses a valid request because of that member, or,
 * in the same case, accepts what a rule about that member forbids: the member is already wrong.
 */
function findEarlierWriteSigns(row: FindingRow, findings: readonly FindingRow[]): string[] {
  if (!isWronglyRefused(row) && !isWronglyAccepted(row)) return [];
  const paths = isWronglyRefused(row)
    ? readParamNames(row.exchange?.responseBody)
    : [row.requirement];
  const refusedNames = new Set(paths.map((path) => path.split('.')[0]));
  const earlierNumbers = new Set(row.calls?.map(({ number }) => number));
  const refusals = isWronglyRefused(row) ? [...refusedNames].map((name) => `wrong ${name}`) : [];
  const responses = findings.flatMap((other) => {
    const names = findDifferingPlace(other)?.names ?? [];
    const number = other.exchange?.number;
    const explains = names.some((name) => refusedNames.has(name));
    return other !== row && number !== undefined && earlierNumbers.has(number) && explains
      ? [`response ${number}`]
      : [];
  });
  return [...responses, ...refusals];
}

/** Returns the sign of an update that was refused but carried out: a later response shows its value. */
function findRefusedValueSigns({ shows }: FindingRow): string[] {
  return shows === 'the refused value' ? ['update.refused-changes-nothing'] : [];
}

/** Returns signs of a read that shows values of an earlier time: whichever members these are, the response is old. */
function findReaderSigns(row: FindingRow): string[] {
  const { exchange, shows } = row;
  const reader = findWrongReader(row);
  if (reader === undefined || exchange === undefined) return [];
  const old = shows === 'the earlier value' ? [`${reader} shows the past`] : [];
  return [`${reader} in response ${exchange.number}`, ...old];
}

/** Returns a sign without the operation, because a member may be missing in several. */
function findAbsenceSigns(row: FindingRow): string[] {
  const place = findDifferingPlace(row);
  return place !== undefined && isMissing(place) ? [`no ${place.names.join('/')}`] : [];
}

/** Returns a sign without the operation, because a create and an update that do not store the same member share a fault. */
function findWriterSigns(row: FindingRow, names: readonly string[]): string[] {
  const isWritten = findWriter(row) !== undefined && findLaterWriter(row) === undefined;
  return isWritten ? [`stores ${names.join('/')} wrong`] : [];
}

/** Returns the sign of what is expected of members side by side, such as all links of a page. */
function findExpectationSigns(row: FindingRow, names: readonly string[]): string[] {
  if (names.length < 2) return [];
  const outer = toPlaceSign(row, names.slice(0, -1));
  return [`${outer} ${row.expected.replaceAll(/\d+/g, '…')}`];
}

function toPlaceSign(row: FindingRow, names: readonly string[]): string {
  return `${findBlamedOperation(row)} ${names.join('/')}`;
}

/**
 * Returns signs of a wrong status, with the operation or with the message of the response. A drift that
 * expects 400 and a drift that expects 200 or 400 share the expected 400. An invalid member that two operations
 * accept is one fault.
 */
function findStatusSigns(row: FindingRow): string[] {
  const wrongStatus = findWrongStatus(row);
  if (wrongStatus === undefined) return [];
  // Whatever the request was, a service that fails does not reach the statement about it.
  if (wrongStatus.actual >= 500) return [`${row.operation} fails`];
  const message = findMessage(row.exchange?.responseBody);
  return wrongStatus.permittedStatuses.flatMap((expected) => {
    const change = `${expected} ${wrongStatus.actual}`;
    const withMessage = message === undefined ? [] : [`${change} ${message}`];
    const accepted = isWronglyAccepted(row)
      ? [
          ...(row.sent ?? []).map(({ name }) => `accepts ${name}`),
          // Requirements that state the same rule twice are broken by the same request.
          ...(row.exchange === undefined ? [] : [`accepts request ${row.exchange.number}`]),
        ]
      : [];
    // Each rule that an operation does not check is a fault of its own.
    const place = isWronglyAccepted(row) ? row.requirement : row.operation;
    return [`${place} ${change}`, ...withMessage, ...accepted];
  });
}

/** Returns the message of a refusal without ids, quoted values and numbers, which differ from call to call. */
function findMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const text = body['detail'] ?? body['message'] ?? body['title'];
  if (typeof text !== 'string') return undefined;
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|['"“][^'"”]*['"”]|\d+/gi, '…');
}
