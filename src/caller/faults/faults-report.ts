/** The record of the faults that a test suite notices, from which every format is written. */
import { requirement, type RequirementId } from '../../contract/requirements.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { formatCount, groupBy } from '../../report/wording/index.ts';
import type { RequestShapes } from './visible-faults.ts';

export interface FaultRow {
  readonly name: string;
  /** The statement that the fault breaks first. */
  readonly requirement: RequirementId;
  readonly description: string;
  readonly isNoticed: boolean;
  /** The time of the tests; 0 if the result is that of an earlier run. */
  readonly tookMs: number;
}

export interface FaultsReport {
  readonly format: 1;
  readonly tool: string;
  readonly command: string;
  readonly startedAt: string;
  readonly tookMs: number;
  /** The number of faults that the calls of the tests can see. */
  readonly visible: number;
  /** The faults with which the tests ran: all visible ones, or those for which there was time. */
  readonly results: readonly FaultRow[];
  /** The requests of the tests, by which a later run finds out what has changed. */
  readonly shapes: RequestShapes;
}

/** Returns the record of an earlier run; undefined if the text is none. */
export function parseFaultsReport(text: string): FaultsReport | undefined {
  try {
    const report: unknown = JSON.parse(text);
    return isFaultsReport(report) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Checks only what tells the record from other files. */
function isFaultsReport(value: unknown): value is FaultsReport {
  const hasParts = isObject(value) && Array.isArray(value['results']) && isObject(value['shapes']);
  return hasParts && value['format'] === 1;
}

export interface StatementRows {
  readonly id: RequirementId;
  readonly says: string;
  readonly noticed: number;
  readonly rows: readonly FaultRow[];
}

/** Groups the results by the statement of the document that the fault breaks first. */
export function groupByStatement({ results }: FaultsReport): readonly StatementRows[] {
  return [...groupBy(results, ({ requirement: id }) => id).values()].flatMap((rows) => {
    const id = rows[0]?.requirement;
    if (id === undefined) return [];
    const noticed = rows.filter(({ isNoticed }) => isNoticed).length;
    return [{ id, says: requirement(id).says, noticed, rows }];
  });
}

/** Returns the share of the faults that the tests noticed, from 0 to 1. */
export function computeShare({ results }: FaultsReport): number {
  const noticed = results.filter(({ isNoticed }) => isNoticed).length;
  return results.length === 0 ? 1 : noticed / results.length;
}

/** Returns `Your tests notice 41 of the 120 faults that their calls can see (34 %).` */
export function describeShare(report: FaultsReport): string {
  const { results, visible } = report;
  const noticed = results.filter(({ isNoticed }) => isNoticed).length;
  const share = `${Math.floor(100 * computeShare(report))} %`;
  if (results.length === visible) {
    return `Your tests notice ${noticed} of the ${formatCount(visible, 'fault')} that their calls can see (${share}).`;
  }
  return `Your tests notice ${noticed} of ${formatCount(results.length, 'fault')} (${share}), out of ${visible} that their calls can see.`;
}
