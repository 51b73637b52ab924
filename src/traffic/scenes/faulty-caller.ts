/** A program that breaks one rule for callers. */
import type { CallerId } from '../../contract/requirements.ts';
import type { Surroundings } from './caller-steps.ts';

export interface FaultyCaller {
  readonly name: string;
  readonly breaks: CallerId;
  readonly run: (around: Surroundings) => Promise<void>;
}
