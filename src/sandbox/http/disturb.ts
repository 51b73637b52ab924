/** Applies the effects of chaos rules to requests and their responses. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosEffect } from '../chaos.ts';
import { type IncomingRequest, type Parts, findAccountId } from '../replaceable-parts/index.ts';
import { jsonResponse, type SandboxResponse, withHeaders } from '../present/index.ts';

type Effect = ChaosEffect | undefined;

export async function findEffect(request: IncomingRequest, parts: Parts): Promise<Effect> {
  const { id: requestId, operation, method, url } = request;
  if (operation === undefined) return undefined;
  const path = url.replace(/^\w+:\/\/[^/]*|\?.*$/g, '');
  const findAccount = () => findAccountId(request, parts);
  return parts.chaos.next({ requestId, operation, method, path, findAccountId: findAccount });
}

/** Disturbs a request before the service carries it out. Returns a response if that replaces the work. */
export async function disturbWork(effect: Effect): Promise<SandboxResponse | undefined> {
  if (effect?.kind === 'status') return createStatusResponse(effect);
  if (effect?.kind !== 'delay' && effect?.kind !== 'reset') return undefined;
  if (effect.when === 'after') return undefined;
  if (effect.kind === 'delay') await pause(effect.milliseconds);
  // The client sees only the broken connection, not this response.
  return effect.kind === 'reset' ? { ...jsonResponse(500, {}), breaks: 'by-reset' } : undefined;
}

export async function disturbResponse(
  response: SandboxResponse,
  effect: Effect,
): Promise<SandboxResponse> {
  switch (effect?.kind) {
    case 'delay':
      if (effect.when === 'after') await pause(effect.milliseconds);
      return response;
    case 'slow-body':
      // A response that has no body is late as a whole.
      if (response.status === 204) await pause(effect.milliseconds);
      if (response.status === 204) return response;
      return { ...response, bodyMs: effect.milliseconds };
    case 'truncated-body':
      return { ...response, breaks: 'within-body' };
    case 'lost-response':
      return { ...response, breaks: 'before-response' };
    case 'reset':
      return { ...response, breaks: 'by-reset' };
    default:
      return response;
  }
}

function createStatusResponse({
  status,
  retryAfterSeconds,
}: Extract<ChaosEffect, { readonly kind: 'status' }>): SandboxResponse {
  const response = jsonResponse(status, { message: `A chaos rule answered with ${status}.` });
  return retryAfterSeconds === undefined
    ? response
    : withHeaders(response, { 'retry-after': String(retryAfterSeconds) });
}
