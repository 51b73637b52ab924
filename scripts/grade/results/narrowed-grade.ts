/** Grades of narrowed faults: which ones of a sample the suite caught, and why it missed the others. */
import { formatCount } from '../../../src/report/wording/index.ts';
import { describeShares, median, type PrintedGrade } from './print-grade.ts';

/** The result of the whole suite on a service with one narrowed fault. */
export interface NarrowedGrade {
  /** The fault and its operators, joined by `@`. */
  readonly name: string;
  readonly says: string;
  readonly breaks: readonly string[];
  /** The call with which random traffic showed the fault; undefined if no response differed. */
  readonly shownBy?: string;
  /** The first drift that the fault explains. */
  readonly caughtBy?: string;
  /** Requests sent until then. */
  readonly detectedAfter?: number;
  /** Requirements that drifted although the fault does not explain it. */
  readonly misnamed: readonly string[];
  /** Silences with an answer that a careful reader does not expect. */
  readonly surprising?: readonly string[];
  /** The first response of the run that differed from the same service without the fault. */
  readonly seenIn?: { readonly request: number; readonly call: string };
  /** The last request whose response could be compared with that service, if not all could be. */
  readonly comparedUntil?: number;
  readonly requests: number;
}

/** The sample that was graded. */
export interface NarrowedSample {
  readonly seed: number;
  /** The requests after which a run without a drift ended. */
  readonly requests: number;
  readonly faults: readonly NarrowedGrade[];
  /** Faults of the sample that are not counted, because no response differed. */
  readonly unreachable: readonly string[];
}

/** The share of a sample that must be caught. */
const minShare = 0.95;

/** Returns the missed faults: first those that a response showed. */
export function findMisses({ faults }: NarrowedSample): readonly NarrowedGrade[] {
  const misses = faults.filter(({ caughtBy }) => caughtBy === undefined);
  return [...misses.filter(({ seenIn }) => seenIn), ...misses.filter(({ seenIn }) => !seenIn)];
}

/** Returns why a narrowed fault was missed: a response that was not judged, or a situation that never occurred. */
export function explainMiss(grade: NarrowedGrade): string {
  const { misnamed, surprising, seenIn, comparedUntil, shownBy } = grade;
  const drifts = misnamed.length === 0 ? '' : `; only ${misnamed.join(', ')} drifted`;
  const others = drifts + (surprising ? `; surprising: ${surprising.join(', ')}` : '');
  if (seenIn !== undefined) {
    return `response ${seenIn.request} (\`${seenIn.call}\`) showed it and was not judged${others}`;
  }
  if (comparedUntil !== undefined) {
    return `no response up to ${comparedUntil} showed it, and later ones could not be compared; \`${shownBy ?? ''}\` shows it${others}`;
  }
  return `the situation never occurred; \`${shownBy ?? ''}\` shows it${others}`;
}

/** Summarizes the misses with their reasons, and the score. It passes if the suite caught enough of the sample. */
export function summarizeNarrowed(sample: NarrowedSample): PrintedGrade {
  const { seed, requests, faults, unreachable } = sample;
  const misses = findMisses(sample);
  const detections = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  return {
    shortcomings: [['missed', misses.map((miss) => `${miss.name}: ${explainMiss(miss)}`)]],
    numbers: [
      `${faults.length - misses.length} of ${formatCount(faults.length, 'narrowed fault')} caught, seed ${seed}`,
      `caught after this many requests: ${describeShares(detections, faults.length, requests)}`,
      `first drift after ${median(detections)} requests (median)`,
      `not counted: ${unreachable.length}, which no response showed`,
    ],
    isPassed: faults.length - misses.length >= minShare * faults.length,
  };
}
