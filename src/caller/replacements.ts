/** Creates the responses to calls that the service does not carry out. */
import { disturbWork } from '../sandbox/http/index.ts';
import { jsonResponse, withHeaders, type SandboxResponse } from '../sandbox/present/index.ts';
import type { Effect } from './story.ts';

/** Returns the response of a call that the service does not carry out; undefined if it does. */
export async function createReplacement(
  effect: Effect | undefined,
): Promise<SandboxResponse | undefined> {
  if (effect?.kind === 'reset') return disturbWork({ kind: 'reset', when: 'before' });
  if (effect?.kind === 'redirect') {
    return withHeaders(jsonResponse(302, {}), { location: signInPath });
  }
  if (effect?.kind === 'html-page') return createPage();
  return effect?.kind === 'status' ? createStatusResponse(effect) : undefined;
}

/** Where a gateway redirects calls. */
export const signInPath = '/sign-in';

export function createPage(): SandboxResponse {
  const text = '<!doctype html><title>Sign in</title><p>Sign in to continue.</p>';
  return { ...withHeaders(jsonResponse(200, {}), { 'content-type': 'text/html' }), text };
}

type StatusEffect = Extract<Effect, { readonly kind: 'status' }>;

function createStatusResponse(effect: StatusEffect): SandboxResponse {
  const { status, retryAfterSeconds, retryAfterForm, invalidParam: name } = effect;
  const detail = describeStatus(status);
  const problem = { title: 'Problem', status, detail, instance: '/v2/distribution' };
  const body =
    name === undefined
      ? { message: detail }
      : { ...problem, invalidParams: [{ name, reason: detail }] };
  const response = jsonResponse(status, body);
  if (retryAfterSeconds === undefined) return response;
  // Dates have whole seconds, so the date is rounded up.
  const date = new Date(Date.now() + retryAfterSeconds * 1000 + 999).toUTCString();
  const retryAfter = retryAfterForm === 'date' ? date : String(retryAfterSeconds);
  return withHeaders(response, { 'retry-after': retryAfter });
}

export function describeStatus(status: number): string {
  return `The service answered with ${status}.`;
}
