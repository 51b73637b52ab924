/** Names the requirement that a difference speaks against, where a case holds a service to several. */
import type { StatedId } from '../contract/requirements.ts';
import { Drift } from './verdict-errors.ts';

/** Lets a question fail on this requirement's account, unless it has been blamed already. */
export function blamedOn(requirement: StatedId, ask: () => void): void {
  try {
    ask();
  } catch (error) {
    if (error instanceof Drift) error.requirement ??= requirement;
    throw error;
  }
}
