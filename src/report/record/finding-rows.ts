/** The rows of drifts in reports: one per fingerprint, however often it occurred. */
import type { KeyNames } from '../../contract/key-names.ts';
import { requirementLine } from '../../contract/requirement-lines.ts';
import { type Exchange, expectedAnswer, type Finding } from '../../harness/evidence/index.ts';
import { addressOf, curlOf, type ExchangeRow, exchangeRow } from './exchanges/index.ts';
import { fingerprint } from './fingerprint.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { Redactor } from '../redact/index.ts';
import type { CallRow, FindingRow } from './report.ts';

export interface FindingContext {
  /** True if the target ended with the run. */
  readonly isGone?: boolean;
  /** The variables that hold the keys. */
  readonly keyNames?: KeyNames | undefined;
  readonly ledger: ReadonlyMap<string, LedgerEntry>;
  readonly redact: Redactor;
  readonly again: (finding: Finding) => string;
  /** The script that shows a drift, by fingerprint. */
  readonly scripts?: ReadonlyMap<string, { readonly file: string }> | undefined;
}

/** The rows of all drifts: new, then known, then advice; each in the order first seen. */
export function findingRows(findings: readonly Finding[], context: FindingContext): FindingRow[] {
  const rows = new Map<string, FindingRow>();
  for (const finding of findings) {
    const row = findingRow(finding, context);
    if (row === undefined) continue;
    const seen = rows.get(row.fingerprint);
    rows.set(row.fingerprint, seen ? { ...seen, occurrences: seen.occurrences + 1 } : row);
  }
  return [...rows.values()].sort(byRank);
}

/** New drifts before known ones, and advice last. */
export function byRank(one: FindingRow, other: FindingRow): number {
  return rank(one) - rank(other);
}

/** The fingerprint of a drift; undefined for another finding. */
export function fingerprintOf(finding: Finding): string | undefined {
  if (finding.verdict !== 'drifts' && finding.verdict !== 'known') return undefined;
  return fingerprint({
    requirement: finding.requirement,
    operation: finding.exchange?.operation,
    kind: finding.source,
    pointer: finding.difference?.pointer,
    expected: finding.difference?.expected ?? finding.sentence,
    actual: finding.difference?.actual ?? finding.reason ?? '',
  });
}

function rank(row: FindingRow): number {
  if (row.level === 'should') return 2;
  return row.verdict === 'known' ? 1 : 0;
}

function findingRow(finding: Finding, context: FindingContext): FindingRow | undefined {
  const mark = fingerprintOf(finding);
  const { verdict } = finding;
  if (mark === undefined || (verdict !== 'drifts' && verdict !== 'known')) return undefined;
  const { redact } = context;
  const entry = context.ledger.get(finding.requirement);
  const exchange = finding.exchange && exchangeRow(finding.exchange, redact);
  const line = requirementLine(finding.requirement, exchange?.operation);
  const curl = exchange && curlLine(exchange, context);
  const script = context.scripts?.get(mark)?.file;
  return {
    fingerprint: mark,
    requirement: finding.requirement,
    level: entry?.level ?? 'must',
    verdict,
    says: entry?.says ?? finding.sentence,
    section: entry?.from ?? finding.section,
    ...(line !== undefined && { line }),
    sentence: redact.text(finding.sentence),
    kind: finding.source,
    ...(exchange?.operation !== undefined && { operation: exchange.operation }),
    ...differenceOf(finding, redact),
    occurrences: 1,
    firstAtRequest: finding.exchange?.number ?? finding.requestsInRun,
    ...(exchange && { exchange }),
    ...callsOf(finding, redact),
    ...(finding.counterexample && {
      counterexample: {
        ...finding.counterexample,
        value: redact.text(finding.counterexample.value),
        ...(finding.counterexample.words !== undefined && {
          words: redact.text(finding.counterexample.words),
        }),
      },
    }),
    ...(curl !== undefined && { curl }),
    again: context.again(finding),
    ...(script !== undefined && { script }),
  };
}

/** A sandbox that the run started is gone, so a call to its port would show nothing. */
function curlLine(
  exchange: ExchangeRow,
  { isGone, redact, keyNames }: FindingContext,
): string | undefined {
  return isGone === true ? undefined : curlOf(exchange, redact.bodies, keyNames);
}

type Both = Pick<FindingRow, 'expected' | 'actual' | 'pointer' | 'values'>;

function differenceOf(finding: Finding, redact: Redactor): Both {
  const { difference, sentence, reason } = finding;
  const { pointer, values } = difference ?? {};
  if (!redact.bodies) return withoutBodies(finding, redact);
  return {
    expected: redact.text(difference?.expected ?? sentence),
    actual: redact.text(difference?.actual ?? reason ?? 'otherwise'),
    ...(pointer !== undefined && { pointer: redact.text(pointer) }),
    ...(values !== undefined && {
      values: { expected: redact.value(values.expected), actual: redact.value(values.actual) },
    }),
  };
}

/** Values are parts of bodies, and so may be the actual result of a check. */
function withoutBodies({ difference, sentence, exchange }: Finding, redact: Redactor): Both {
  const { pointer, values, expected = sentence } = difference ?? {};
  const response = [exchange?.status, exchange?.mediaType].filter(Boolean).join('  ');
  return {
    expected: redact.text(values === undefined ? expected : expected.replace(/: .*$/s, '')),
    actual: `${response}  (left out: --no-bodies)`.trim(),
    ...(pointer !== undefined && { pointer: redact.text(pointer) }),
  };
}

/** Calls that a drift keeps; a longer case keeps its last ones. */
const longest = 40;

function callsOf(
  { trail = [] }: Finding,
  redact: Redactor,
): Pick<FindingRow, 'calls' | 'callsLeftOut'> {
  if (trail.length === 0) return {};
  const leftOut = Math.max(0, trail.length - longest);
  return {
    calls: trail.slice(leftOut).map((exchange) => callRow(exchange, redact)),
    ...(leftOut > 0 && { callsLeftOut: leftOut }),
  };
}

function callRow(exchange: Exchange, redact: Redactor): CallRow {
  const { number, operation, request, sentAt, status, took } = exchange;
  const expected = expectedAnswer(exchange);
  return {
    number,
    ...(sentAt !== undefined && { startedAt: new Date(sentAt).toISOString() }),
    ...(operation !== undefined && { operation }),
    method: request.method,
    path: addressOf(exchange, redact).replace(/^https?:\/\/[^/]+/, ''),
    status,
    took: Math.round(took),
    ...(expected !== undefined && { expected: redact.text(expected) }),
  };
}
