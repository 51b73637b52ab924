/** Applies a chaos effect to one call. */
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId } from '../../contract/operations.ts';
import type { ChaosEffect } from '../chaos/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { jsonAnswer, withHeaders, type Answer } from '../present/index.ts';

/** Replaces the call by an answer, or breaks the connection during its own answer. */
export type Disturbance =
  | { readonly instead: Answer }
  | { readonly breaks: Answer['breaks'] | undefined };

/** Applies the chaos rules to a call, and waits if they say so. */
export async function disturb(
  operation: OperationId | undefined,
  { chaos }: SandboxParts,
): Promise<Disturbance> {
  const effect = chaos.next(operation);
  switch (effect?.kind) {
    case 'status':
      return { instead: statusAnswer(effect) };
    case 'reset':
      return { instead: { ...jsonAnswer(500, {}), breaks: 'before-response' } };
    case 'lost-response':
      return { breaks: 'before-response' };
    case 'truncated-body':
      return { breaks: 'within-body' };
    case 'delay':
      await pause(effect.milliseconds);
      return { breaks: undefined };
    default:
      return { breaks: undefined };
  }
}

function statusAnswer({
  status,
  retryAfterSeconds,
}: Extract<ChaosEffect, { readonly kind: 'status' }>): Answer {
  const answer = jsonAnswer(status, { message: `A chaos rule answered with ${status}.` });
  return retryAfterSeconds === undefined
    ? answer
    : withHeaders(answer, { 'retry-after': String(retryAfterSeconds) });
}
