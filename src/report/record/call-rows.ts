/** The calls of the case that led to a drift, in short. */
import { type Exchange, expectedAnswer, type Finding } from '../../harness/evidence/index.ts';
import { addressOf } from './exchanges/index.ts';
import type { Redactor } from '../redact/index.ts';
import type { CallRow, FindingRow } from './report.ts';

/** Calls that a drift keeps; a longer case keeps its last ones. */
const longest = 40;

/** The calls of a drift; nothing for a finding without a trail. */
export function callsOf(
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
