/** Groups what has no answer by why it has none. */
import { plain } from './paint.ts';

export interface Reasoned {
  readonly id: string;
  readonly reason?: string;
}

export interface ReasonGroup {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** The reasons, most frequent first; all that cannot be asked from outside is one. */
export function reasonGroups(rows: readonly Reasoned[]): ReasonGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id, reason = 'no reason was given' } of rows) {
    const shared = plain(reason.replace(/^(cannot be asked from outside): .*$/s, '$1')).replace(
      /\.$/,
      '',
    );
    groups.set(shared, [...(groups.get(shared) ?? []), id]);
  }
  return [...groups]
    .map(([reason, ids]) => ({ reason, ids }))
    .sort((one, other) => other.ids.length - one.ids.length);
}
