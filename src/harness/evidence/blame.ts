/** Names the requirement that a difference contradicts, in cases that test several. */
import type { StatedId } from '../../contract/requirements.ts';
import { Drift } from './verdict-errors.ts';

/** Runs a check and blames its drift on this requirement, unless one is already blamed. */
export function blame(requirement: StatedId, ask: () => void): void {
  try {
    ask();
  } catch (error) {
    if (error instanceof Drift) error.requirement ??= requirement;
    throw error;
  }
}
