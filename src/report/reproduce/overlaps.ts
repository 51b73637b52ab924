/** Which recorded requests were under way at once, so that a script sends them at once as well. */
import type { Exchange } from '../../harness/evidence/index.ts';

/** Milliseconds that two requests of one after the other may seem to share, clocks being as fine as they are. */
const grain = 1.5;

/** The trail in groups: most hold one request, those of a race all that overlapped with each other. */
export function overlapping(trail: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  for (const exchange of trail) {
    const group = groups.at(-1);
    if (group?.every((other) => shared(other, exchange) > grain)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

/** Whether the order of answers was left to chance anywhere. */
export function isRace(trail: readonly Exchange[]): boolean {
  return overlapping(trail).some(({ length }) => length > 1);
}

/** Milliseconds during which both were under way; negative where there was time between them. */
function shared(one: Exchange, other: Exchange): number {
  const [begun, ended] = [
    Math.max(startOf(one), startOf(other)),
    Math.min(startOf(one) + one.took, startOf(other) + other.took),
  ];
  return ended - begun;
}

/** A request whose moment was not kept overlaps with none. */
function startOf({ sentAt }: Exchange): number {
  return sentAt ?? Number.NaN;
}
