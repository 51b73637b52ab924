/** Runs Redocly's drift command on a HAR file and reads its report. */
import { readFile } from 'node:fs/promises';
import type { Entry, Har } from 'har-format';
import { isObject, isArray, type JsonObject } from '../../src/contract/json-pointer.ts';
import type { Problem } from './noise.ts';
import { runRedocly } from './redocly.ts';

export interface DriftToolResult {
  /** Exchanges for which the tool found an operation. */
  readonly judged: number;
  readonly problems: readonly Problem[];
}

/** @param har the content of the archive */
export async function runDriftTool(archive: string, har: Har): Promise<DriftToolResult> {
  const report = `${archive}.drift.json`;
  const result = await runRedocly([
    'drift',
    archive,
    '--api=openapi/distribution.yaml',
    '--match-mode=basepath',
    // The tool does not count a security scheme as a documented header.
    '--ignore-headers=apikey',
    '--format=json',
    `--output=${report}`,
  ]);
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`redocly drift wrote no report:\n${result.out}${result.err}`);
  });
  const parsed: unknown = JSON.parse(text);
  const run = isObject(parsed) ? parsed['run'] : undefined;
  const problems = isObject(parsed) ? parsed['problems'] : undefined;
  if (!isObject(run) || !isArray(problems))
    throw new Error('The report of redocly drift has changed its format.');
  return {
    judged: Number(run['documentedExchanges']),
    problems: problems.filter(isObject).map((problem) => toProblem(problem, har)),
  };
}

function toProblem(problem: JsonObject, har: Har): Problem {
  const entry: Entry | undefined = har.log.entries[Number(problem['exchangeIndex'])];
  const text = (name: string): string => {
    const value = problem[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    rule: text('ruleId'),
    target: text('target'),
    message: text('message'),
    method: text('method'),
    url: text('url'),
    occurrences: Number(problem['occurrences']),
    status: entry?.response.status ?? 0,
    comment: entry?.comment ?? '',
    sentKey: entry?.request.headers.some(({ name }) => name === 'apikey') ?? false,
  };
}
