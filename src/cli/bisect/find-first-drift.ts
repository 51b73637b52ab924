/** Finds the first version that drifts by halving the range, in at most log2(n) + 2 plays. */

import { formatCount } from '../../report/wording/index.ts';

/** How often a version drifted in its tries; a reason instead if it could not be tested. */
export type VersionResult = TestedVersion | { readonly version: string; readonly reason: string };

interface TestedVersion {
  readonly version: string;
  readonly drifted: number;
  readonly tries: number;
  /** Which of several plays showed the drift. */
  readonly play?: number;
}

export interface FirstDrift {
  /** The versions that may be the first that drifts, the oldest first; several if some could not be tested. */
  readonly first: readonly string[];
  /** The last version that does not drift; undefined if the oldest one drifts. */
  readonly lastGood: string | undefined;
  /** True if a version drifted in some of its tries only. */
  readonly isFlaky: boolean;
  readonly results: readonly VersionResult[];
}

/** Thrown if the newest version does not drift, so that there is nothing to find. */
export class NothingToFind extends Error {
  override readonly name = 'NothingToFind';
}

/**
 * @param versions the oldest first
 * @param play tests a version; `isFlaky` tells whether a version so far drifted in some of its tries only
 * @throws NothingToFind if the newest version does not drift, or if an end of the range cannot be tested
 */
export async function findFirstDrift(
  versions: readonly string[],
  play: (version: string, isFlaky: boolean) => Promise<VersionResult>,
): Promise<FirstDrift> {
  const results: VersionResult[] = [];
  const isFlaky = (): boolean =>
    results.some((result) => 'tries' in result && isPartial(result.drifted, result.tries));
  const playAndKeep = async (index: number): Promise<VersionResult> => {
    const result = await play(versions[index] ?? '', isFlaky());
    results.push(result);
    return result;
  };
  const newest = versions.length - 1;
  assertDrift(await playAndKeep(newest));
  let [good, bad] = [-1, newest];
  if (newest > 0 && drifts(await playAndKeep(0))) bad = 0;
  else if (newest > 0) good = 0;
  let untested = indexesBetween(good, bad);
  while (untested.length > 0) {
    const middle = untested[Math.floor((untested.length - 1) / 2)] ?? 0;
    const result = await playAndKeep(middle);
    if ('reason' in result) untested = untested.filter((index) => index !== middle);
    else {
      if (result.drifted > 0) bad = middle;
      else good = middle;
      untested = untested.filter((index) => index > good && index < bad);
    }
  }
  return {
    first: [...indexesBetween(good, bad), bad].map((index) => versions[index] ?? ''),
    lastGood: versions[good],
    isFlaky: isFlaky(),
    results,
  };
}

function isPartial(drifted: number, tries: number): boolean {
  return drifted > 0 && drifted < tries;
}

function indexesBetween(good: number, bad: number): number[] {
  return Array.from({ length: Math.max(0, bad - good - 1) }, (_, index) => good + 1 + index);
}

/** Returns whether a version drifts; the oldest one must be testable. */
function drifts(result: VersionResult): boolean {
  if ('reason' in result)
    throw new NothingToFind(`${result.version} could not be tested: ${result.reason}`);
  return result.drifted > 0;
}

function assertDrift(result: VersionResult): void {
  if (drifts(result)) return;
  const tries = 'tries' in result ? result.tries : 0;
  throw new NothingToFind(
    `${result.version}, the newest version, does not drift in ${formatCount(tries, 'try', 'tries')}. It is fixed there, or rare: more --tries may show it.`,
  );
}
