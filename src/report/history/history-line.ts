/** Writes and reads history.jsonl, with one line for each run that is small enough to keep for years. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { getTargetName, isFullyTested } from '../baseline/index.ts';
import type { Report } from '../record/index.ts';

export const historyFormat = 'bookdist-history/1';

export interface HistoryLine {
  readonly format: typeof historyFormat;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly run: string;
  readonly target: string;
  readonly contract: string;
  readonly tool: string;
  readonly verdict: Report['verdict'];
  readonly exitCode: number;
  /** Milliseconds. */
  readonly took: number;
  readonly requests: number;
  readonly total: number;
  readonly proven: number;
  readonly conforms: number;
  readonly drifts: readonly HistoryDrift[];
  /** Requirements that were not tested in full, so that an earlier drift may still exist. */
  readonly untested: readonly string[];
  /** The answers to each silence, sorted and joined by commas. */
  readonly answers: Readonly<Record<string, string>>;
  readonly latency: readonly OperationLatency[];
}

export interface HistoryDrift {
  readonly fingerprint: string;
  readonly requirement: string;
  readonly operation?: string;
  readonly accepted?: boolean;
}

/** Milliseconds from sending a request to the last byte of its response. */
export interface OperationLatency {
  readonly operation: string;
  readonly calls: number;
  readonly median: number;
  readonly p95: number;
}

export function toHistoryLine(report: Report): HistoryLine {
  const { run, target, contract, tool, verdict, exitCode, summary } = report;
  const { total, proven, conforms } = summary.must;
  return {
    format: historyFormat,
    startedAt: run.startedAt,
    run: run.id,
    target: getTargetName(target),
    contract: contract.sha256,
    tool: tool.version,
    verdict,
    exitCode,
    took: run.took,
    requests: run.requests,
    total,
    proven,
    conforms,
    drifts: report.findings.map(({ fingerprint, requirement, operation, ...row }) => {
      const accepted = row.verdict === 'known' || undefined;
      return omitUndefined({ fingerprint, requirement, operation, accepted });
    }),
    untested: report.requirements.filter((row) => !isFullyTested(row)).map(({ id }) => id),
    answers: Object.fromEntries(report.silences.flatMap(joinAnswers)),
    latency: report.operations.flatMap(({ operation, calls, timing }) =>
      timing === undefined ? [] : [{ operation, calls, median: timing.median, p95: timing.p95 }],
    ),
  };
}

function joinAnswers({ id, answers }: Report['silences'][number]): [string, string][] {
  const uniqueAnswers = [...new Set(answers.map(({ answer }) => answer))].sort();
  return uniqueAnswers.length === 0 ? [] : [[id, uniqueAnswers.join(', ')]];
}

/** Thrown for a history that cannot be read; the message names the line. */
export class UnreadableHistory extends Error {
  override readonly name = 'UnreadableHistory';
}

/**
 * Reads the lines of a history, oldest first.
 * @param file the name of the file, for errors
 * @throws UnreadableHistory at the first line in another format
 */
export function readHistory(text: string, file: string): HistoryLine[] {
  const lines = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parseJson(line);
    if (isHistoryLine(value)) return [value];
    throw new UnreadableHistory(
      `${file}:${index + 1} is not a line of ${historyFormat}. Remove the line, or name another file.`,
    );
  });
  return lines.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHistoryLine(value: unknown): value is HistoryLine {
  return (
    isObject(value) &&
    value['format'] === historyFormat &&
    typeof value['startedAt'] === 'string' &&
    typeof value['target'] === 'string' &&
    ['total', 'proven', 'conforms'].every((name) => typeof value[name] === 'number') &&
    ['drifts', 'untested', 'latency'].every((name) => isArray(value[name])) &&
    isObject(value['answers'])
  );
}
