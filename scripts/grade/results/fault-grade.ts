/** Grades a suite: whether it caught each fault, and which faults break each requirement. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import type { StatedId } from '../../../src/contract/requirements.ts';

/** The grade of one fault: its own sandbox, tested by the whole suite. */
export interface FaultGrade {
  readonly name: string;
  readonly says: string;
  readonly breaks: readonly string[];
  /** The stated requirements that drifted, those it breaks among them. */
  readonly drifted: readonly string[];
  /** Drifts of requirements that the fault does not say it breaks. */
  readonly strays: readonly string[];
  /** Sentences of cases that failed under it. */
  readonly errored: readonly string[];
  /** Requirements that look conforming on a service of which nothing can be proven. */
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

/** Returns true if a parsed value is the grade of a fault. */
export function isFaultGrade(value: unknown): value is FaultGrade {
  return (
    isObject(value) &&
    typeof value['name'] === 'string' &&
    Array.isArray(value['drifted']) &&
    typeof value['byMonitor'] === 'boolean'
  );
}

/** One requirement, with the faults under which a check of it drifted. */
export interface RequirementGrade {
  readonly id: StatedId;
  readonly level: 'must' | 'should';
  readonly caught: readonly string[];
  /** Why no fault can show it, from the ledger. */
  readonly reason?: string;
}

export interface Grade {
  readonly tool: string;
  readonly contract: string;
  readonly seed: number;
  readonly faults: readonly FaultGrade[];
  readonly requirements: readonly RequirementGrade[];
  /** Milliseconds from the first fault to the last. */
  readonly took: number;
}

/** Returns the reasons why a suite does not pass, one in each line. */
export interface Shortcomings {
  readonly missed: readonly FaultGrade[];
  readonly strays: readonly FaultGrade[];
  readonly errored: readonly FaultGrade[];
  readonly withoutFault: readonly RequirementGrade[];
}

/** Returns true if the fault was found as expected; one that breaks nothing must not be found. */
export function isCaught({ breaks, drifted, conforming }: FaultGrade): boolean {
  if (breaks.length === 0) return drifted.length === 0 && conforming === 0;
  return breaks.some((id) => drifted.includes(id));
}

/** Returns what has to be fixed. A grade without any passes. */
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

/** Returns true if no fault is missed, nothing strays, and every requirement has a fault. */
export function passes(grade: Grade): boolean {
  const { missed, strays, errored, withoutFault } = findShortcomings(grade);
  return [missed, strays, errored, withoutFault].every((list) => list.length === 0);
}

/** Returns the median of a list of numbers; 0 for an empty one. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
