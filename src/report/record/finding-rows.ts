/** Creates the rows of drifts, one for each fingerprint: a name that is the same in every run, with every seed and host. */
import { createHash } from 'node:crypto';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { findRequirementLine } from '../../contract/requirement-places.ts';
import {
  type Counterexample,
  type Exchange,
  getExpectedResponse,
  type Finding,
} from '../../harness/evidence/index.ts';
import { readMediaType } from '../../monitor/index.ts';
import { redactUrl, toExchangeRow } from './exchanges/index.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact.ts';
import type { CallRow, FindingRow } from './report.ts';

/** The properties that identify a drift. Ids, times and generated values in the texts are ignored. */
export interface DriftIdentity {
  readonly requirement: string;
  readonly operation: string | undefined;
  readonly kind: string;
  readonly pointer: string | undefined;
  readonly expected: string;
  readonly actual: string;
}

/** Returns the fingerprint of a drift: twelve hex digits. */
export function computeFingerprint(identity: DriftIdentity): string {
  const parts = [
    identity.requirement,
    identity.operation ?? '',
    identity.kind,
    (identity.pointer ?? '').replace(/\/\d+(?=\/|$)/g, '/*'),
    // The words of a property's expectation depend on the generated value; only its kind stays the same.
    identity.kind === 'property'
      ? classifyValue(identity.expected)
      : removeVariableParts(identity.expected),
    classifyValue(identity.actual),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** Returns the kind of a value: a status, a JSON type, or `text`. */
export function classifyValue(text: string): string {
  const status = /^([1-5]\d\d)\b/.exec(text);
  if (status?.[1] !== undefined) return `status ${status[1]}`;
  const value = parseJson(text);
  if (value === undefined) return 'text';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the expected value without the parts that a run generates or a service assigns. */
function removeVariableParts(expected: string): string {
  const colon = expected.indexOf(': ');
  // In `title as read back: Sea`, the value was generated: only the words before it and its kind stay.
  if (colon > 0)
    return `${maskValues(expected.slice(0, colon))}: ${classifyValue(expected.slice(colon + 2))}`;
  return maskValues(expected);
}

/** Replaces ids, times, addresses, quoted texts and numbers by placeholders; statuses stay. */
function maskValues(text: string): string {
  return text
    .replace(/https?:\/\/\S+/gi, '<address>')
    .replace(/\/books\/\S+/g, '<path>')
    .replace(/"(?:[^"\\]|\\.)*"/g, '<text>')
    .replace(/\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?/g, '<time>')
    .replace(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{8,}/gi, '<id>')
    .replace(/(?<![\w.-])-?\d+(\.\d+)?(?![\w.-])/g, (number) =>
      /^[1-5]\d\d$/.test(number) ? number : '<number>',
    );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface FindingContext {
  readonly ledger: ReadonlyMap<string, LedgerEntry>;
  readonly redact: Redactor;
  readonly writeRerunCommand: (finding: Finding) => string;
  /** The script that shows a drift, by fingerprint. */
  readonly scripts?: ReadonlyMap<string, { readonly file: string }> | undefined;
}

/** Returns the rows of all drifts: new, then known, then advice; each in the order of their first occurrence. */
export function toFindingRows(findings: readonly Finding[], context: FindingContext): FindingRow[] {
  const rows = new Map<string, FindingRow>();
  for (const finding of findings) {
    const row = toFindingRow(finding, context);
    if (row !== undefined && !rows.has(row.fingerprint)) rows.set(row.fingerprint, row);
  }
  return [...rows.values()].sort(compareByRank);
}

/** Compares drifts for sorting: new drifts before known ones, and advice last. */
export function compareByRank(a: FindingRow, b: FindingRow): number {
  return rankFinding(a) - rankFinding(b);
}

/** Returns the fingerprint of a drift; undefined for other findings. */
export function findFingerprint(finding: Finding): string | undefined {
  if (finding.verdict !== 'drifts' && finding.verdict !== 'known') return undefined;
  return computeFingerprint({
    requirement: finding.requirement,
    operation: finding.exchange?.operation,
    kind: finding.source,
    pointer: finding.difference?.pointer,
    expected: finding.difference?.expected ?? finding.sentence,
    actual: finding.difference?.actual ?? finding.reason ?? '',
  });
}

function rankFinding(row: FindingRow): number {
  if (row.level === 'should') return 2;
  return row.verdict === 'known' ? 1 : 0;
}

function toFindingRow(finding: Finding, context: FindingContext): FindingRow | undefined {
  const fingerprint = findFingerprint(finding);
  const { verdict } = finding;
  if (fingerprint === undefined || (verdict !== 'drifts' && verdict !== 'known')) return undefined;
  const { redact } = context;
  const entry = context.ledger.get(finding.requirement);
  const exchange = finding.exchange && toExchangeRow(finding.exchange, redact);
  return omitUndefined({
    fingerprint,
    requirement: finding.requirement,
    level: entry?.level ?? 'must',
    verdict,
    says: entry?.says ?? finding.sentence,
    section: entry?.from ?? finding.section,
    line: findRequirementLine(finding.requirement, exchange?.operation),
    sentence: redact.text(finding.sentence),
    kind: finding.source,
    operation: exchange?.operation,
    ...toDifference(finding, redact),
    firstAtRequest: finding.exchange?.number ?? finding.requestsInRun,
    exchange,
    ...toCalls(finding, redact),
    counterexample: finding.counterexample && redactCounterexample(finding.counterexample, redact),
    again: context.writeRerunCommand(finding),
    script: context.scripts?.get(fingerprint)?.file,
  });
}

function redactCounterexample(counterexample: Counterexample, redact: Redactor): Counterexample {
  const { value, words } = counterexample;
  const texts = { value: redact.text(value), words: words && redact.text(words) };
  return { ...counterexample, ...omitUndefined(texts) };
}

type RowDifference = Pick<FindingRow, 'expected' | 'actual' | 'pointer' | 'values'>;

function toDifference(finding: Finding, redact: Redactor): RowDifference {
  const { difference, sentence, reason, exchange } = finding;
  const { pointer: rawPointer, values, expected = sentence } = difference ?? {};
  const pointer = rawPointer === undefined ? undefined : redact.text(rawPointer);
  if (redact.bodies) {
    return omitUndefined({
      expected: redact.text(expected),
      actual: redact.text(difference?.actual ?? reason ?? 'something else'),
      pointer,
      values: values && {
        expected: redact.value(values.expected),
        actual: redact.value(values.actual),
      },
    });
  }
  // The values and the actual result may be parts of bodies.
  const { response } = exchange ?? {};
  const shownResponse = response && [response.status, readMediaType(response)].filter(Boolean);
  return omitUndefined({
    expected: redact.text(values === undefined ? expected : expected.replace(/: .*$/s, '')),
    actual: `${shownResponse?.join('  ') ?? ''}  (left out: --no-bodies)`.trim(),
    pointer,
  });
}

/** The most calls in a row, and the most reads among them; a longer case keeps its writes before its reads, and the last ones of each. */
const [maxCalls, maxReads] = [40, 12];

function toCalls({ trail = [] }: Finding, redact: Redactor) {
  if (trail.length === 0) return {};
  const last = trail.at(-1);
  const isRead = ({ request }: Exchange): boolean => request.method === 'GET';
  const earlier = trail.filter((exchange) => exchange !== last);
  const [reads, writes] = [earlier.filter(isRead), earlier.filter((exchange) => !isRead(exchange))];
  const callsLeftOut = Math.max(0, trail.length - maxCalls, reads.length - maxReads);
  const leftOut = [...reads, ...writes].slice(0, callsLeftOut);
  return {
    calls: trail
      .filter((exchange) => !leftOut.includes(exchange))
      .map((exchange) => toCallRow(exchange, redact)),
    ...(callsLeftOut > 0 && { callsLeftOut }),
  };
}

function toCallRow(exchange: Exchange, redact: Redactor): CallRow {
  const { number, operation, request, sentAt, answeredAt, response } = exchange;
  const expected = getExpectedResponse(exchange);
  return omitUndefined({
    number,
    startedAt: new Date(sentAt).toISOString(),
    operation,
    method: request.method,
    path: redactUrl(request, redact).replace(/^https?:\/\/[^/]+/, ''),
    status: response.status,
    took: Math.round(answeredAt - sentAt),
    expected: expected === undefined ? undefined : redact.text(expected),
  });
}
