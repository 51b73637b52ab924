/** Waits before a call is made once more that was looked at first. */
import type { KeyedOperation } from './book.ts';
import type { Begun, Line } from './line.ts';
import { pause } from './one-attempt.ts';
import { patience } from './patience.ts';

/** A call that asks for another try. */
export interface Repeating {
  readonly call: Begun;
  readonly operation: KeyedOperation;
  /** How many requests were sent for it. */
  readonly attempts: number;
  /** How often it was repeated before. */
  readonly retries: number;
}

/** Waits and says true, or says false at once where there must be no repetition. */
export async function mayRepeat(line: Line, asked: Repeating): Promise<boolean> {
  const { call, operation, attempts, retries } = asked;
  const wait = patience(line.patience, call, { retries });
  if (wait === undefined) return false;
  await pause(wait, line.time, { signal: call.signal, operation, trace: { attempts } });
  return true;
}
