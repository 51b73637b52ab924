/** Names the requirement that a difference contradicts, in cases that test several. */
import type { StatedId } from '../../contract/requirements.ts';
import { Drift } from './verdict-errors.ts';

/** Runs a check and blames its drift on this requirement, unless one is already blamed. */
export function blame(requirement: StatedId, ask: () => void): void {
  try {
    ask();
  } catch (error) {
    throw blamed(requirement, error);
  }
}

/** Does the same for a check that sends requests, and returns its result. */
export async function blameAsync<T>(requirement: StatedId, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw blamed(requirement, error);
  }
}

function blamed(requirement: StatedId, error: unknown): unknown {
  if (error instanceof Drift) error.requirement ??= requirement;
  return error;
}
