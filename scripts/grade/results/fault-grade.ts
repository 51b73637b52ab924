/** The grade of the suite: the faults that it caught and missed, and the faults for each requirement. */
import { isObject } from '../../../src/contract/json-pointer.ts';
import type { StatedId } from '../../../src/contract/requirements.ts';

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
  /** The ledger's reason why the requirement has no fault. */
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

/** Returns true if the suite has no shortcomings. */
export function passes(grade: Grade): boolean {
  const { missed, strays, errored, withoutFault } = findShortcomings(grade);
  return [missed, strays, errored, withoutFault].every((list) => list.length === 0);
}

/** Returns the median, or 0 for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
