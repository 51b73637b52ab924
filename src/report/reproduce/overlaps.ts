/** Finds recorded requests that overlapped, so that a script sends them at the same time too. */
import type { Exchange } from '../../harness/evidence/index.ts';

/** Sequential requests can seem to overlap by this many milliseconds, because clocks are coarse. */
const clockResolution = 1.5;

/** Groups requests that overlapped with each other; most groups hold one request. */
export function overlapping(trail: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  for (const exchange of trail) {
    const group = groups.at(-1);
    if (group?.every((other) => overlap(other, exchange) > clockResolution)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

/** Returns whether any requests overlapped. */
export function isRace(trail: readonly Exchange[]): boolean {
  return overlapping(trail).some(({ length }) => length > 1);
}

/** Returns the milliseconds during which both were in progress; negative when there was a gap. */
function overlap(one: Exchange, other: Exchange): number {
  const end = Math.min(startTime(one) + one.took, startTime(other) + other.took);
  return end - Math.max(startTime(one), startTime(other));
}

/** Returns NaN for a request without a recorded time, which then overlaps with none. */
function startTime({ sentAt }: Exchange): number {
  return sentAt ?? Number.NaN;
}
