/** Groups cases without an answer by reason. */
import { plain } from './text.ts';
import { grouped } from './group-rows.ts';

export interface Reasoned {
  readonly id: string;
  readonly reason?: string;
}

export interface ReasonGroup {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** The reasons: first those that a consent would remove, then the most frequent; all that cannot be tested from outside is one. */
export function reasonGroups(rows: readonly Reasoned[]): ReasonGroup[] {
  const groups = grouped(rows, ({ reason = 'no reason was given' }) =>
    plain(reason.replace(/^(cannot be tested from outside): .*$/s, '$1')).replace(/\.$/, ''),
  );
  return [...groups]
    .map(([reason, inside]) => ({ reason, ids: inside.map(({ id }) => id) }))
    .sort((one, other) => weight(other) - weight(one));
}

function weight({ reason, ids }: ReasonGroup): number {
  return ids.length + (reason.includes('--allow') ? 1e6 : 0);
}
