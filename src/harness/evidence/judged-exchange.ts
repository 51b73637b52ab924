/** A judged exchange, to compare those that drift with those that do not. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Circumstances } from '../../monitor/index.ts';

/** What the monitor said about one exchange, and under which circumstances. */
export interface JudgedExchange {
  readonly number: number;
  readonly circumstances: Circumstances;
  readonly met: readonly StatedId[];
  readonly drifts: readonly {
    readonly requirement: StatedId;
    readonly pointer?: string | undefined;
  }[];
}
