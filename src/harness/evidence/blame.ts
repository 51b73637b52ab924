/** Names the requirement that a difference speaks against, where a case holds a service to several. */
import type { StatedId } from '../../contract/requirements.ts';
import { Drift } from './verdict-errors.ts';

/** Lets a question fail on this requirement's account, unless it has been blamed already. */
export function blame(requirement: StatedId, ask: () => void): void {
  try {
    ask();
  } catch (error) {
    throw blamed(requirement, error);
  }
}

/** The same for a question that takes requests of its own; answers with what it found. */
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
