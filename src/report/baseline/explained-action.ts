/** An action of an overlay, with the sentence that explains it. */
import type { Action } from '../../contract/overlay.ts';

export interface ExplainedAction {
  readonly description: string;
  readonly action: Action;
}
