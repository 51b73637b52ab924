/** The grade of the suite: the faults that it caught and missed, and the faults for each requirement. */
import type { StatedId } from '../../../src/contract/requirements.ts';
import { formatCount } from '../../../src/report/wording/index.ts';
import { median, type PrintedGrade } from './print-grade.ts';

/** The result of the whole suite on a sandbox with one fault. */
export interface FaultGrade {
  readonly name: string;
  readonly says: string;
  readonly breaks: readonly string[];
  /** The requirements that drifted, including those that the fault breaks. */
  readonly drifted: readonly string[];
  /** The requirements that drifted although the fault does not explain it. */
  readonly strays: readonly string[];
  /** Descriptions of the cases that ended with an error. */
  readonly errored: readonly string[];
  /** The number of requirements that conform, except for shapes. */
  readonly conforming: number;
  /** Requests until a requirement it breaks drifted; undefined if none did. */
  readonly detectedAfter?: number;
  /** True if the monitor noticed a requirement it breaks, without the expectations of a case. */
  readonly byMonitor: boolean;
  readonly requests: number;
  /** Milliseconds of the whole run, and until the detection. */
  readonly took: number;
  readonly tookUntil?: number;
}

/** One requirement, with the faults under which a check of it drifted. */
export interface RequirementGrade {
  readonly id: StatedId;
  readonly level: 'must' | 'should';
  readonly caught: readonly string[];
  /** The ledger's reason why the requirement has no fault. */
  readonly reason?: string;
}

export interface Grade {
  readonly tool: string;
  readonly contract: string;
  readonly seed: number;
  readonly faults: readonly FaultGrade[];
  readonly requirements: readonly RequirementGrade[];
}

/** The reasons why a suite does not pass. */
export interface Shortcomings {
  readonly missed: readonly FaultGrade[];
  readonly strays: readonly FaultGrade[];
  readonly errored: readonly FaultGrade[];
  readonly withoutFault: readonly RequirementGrade[];
}

/** Returns true if a requirement that the fault breaks drifted. If it breaks none, nothing may drift or conform. */
export function isCaught({ breaks, drifted, conforming }: FaultGrade): boolean {
  if (breaks.length === 0) return drifted.length === 0 && conforming === 0;
  return breaks.some((id) => drifted.includes(id));
}

export function findShortcomings({ faults, requirements }: Grade): Shortcomings {
  return {
    missed: faults.filter((fault) => !isCaught(fault)),
    strays: faults.filter(({ strays }) => strays.length > 0),
    errored: faults.filter(({ errored }) => errored.length > 0),
    withoutFault: requirements.filter(
      ({ caught, reason }) => caught.length === 0 && reason === undefined,
    ),
  };
}

/** Summarizes every fault, the shortcomings and the numbers. It passes without shortcomings. */
export function summarizeGrade(grade: Grade): PrintedGrade {
  const { missed, strays, errored, withoutFault } = findShortcomings(grade);
  return {
    table: [
      ['', 'fault', 'requests', 'milliseconds', 'total'],
      ...grade.faults.map((fault) => {
        const { name, detectedAfter = '-', tookUntil = '-', requests } = fault;
        return [isCaught(fault) ? '✓' : '✗', name, detectedAfter, tookUntil, requests];
      }),
    ],
    notes: ['requests and time until the first drift; total: requests of the whole run'],
    shortcomings: [
      ['missed', missed.map(({ name, says }) => `${name}: ${says}`)],
      ['strays', strays.map(({ name, strays: ids }) => `${name}: also ${ids.join(', ')}`)],
      ['broken cases', errored.map(({ name, errored: cases }) => `${name}: ${cases.join('; ')}`)],
      ['without a fault that shows them', withoutFault.map(({ id }) => id)],
    ],
    numbers: formatNumbers(grade),
    isPassed: [missed, strays, errored, withoutFault].every((list) => list.length === 0),
  };
}

function formatNumbers({ faults, requirements, ...grade }: Grade): string[] {
  const caughtFaults = faults.filter(isCaught);
  const detections = caughtFaults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const detectionTimes = caughtFaults.flatMap(({ tookUntil }) => tookUntil ?? []);
  const earlyCount = detections.filter((requests) => requests <= 200).length;
  const shownCount = requirements.filter(({ caught: faultNames }) => faultNames.length > 0).length;
  return [
    `bookdist ${grade.tool}, contract ${grade.contract}, seed ${grade.seed}`,
    `${caughtFaults.length} of ${formatCount(faults.length, 'fault')} caught`,
    `first drift after ${median(detections)} requests and ${median(detectionTimes)} ms (median); within 200 requests: ${earlyCount}`,
    `noticed in a single exchange, without the expectations of a case: ${caughtFaults.filter(({ byMonitor }) => byMonitor).length}`,
    `a whole run took ${median(faults.map(({ took: runTime }) => runTime))} ms (median)`,
    // A partial grade says nothing about requirements.
    requirements.length === 0
      ? `a sample: ${formatCount(faults.length, 'fault')}, not all of them`
      : `${shownCount} of ${requirements.length} requirements shown to drift by some fault`,
  ];
}
