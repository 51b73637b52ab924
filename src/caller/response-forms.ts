/** Replaces a response by another one: a form that the document permits but programs seldom get, or an answer of a gateway. */
import { isArray, isObject } from '../contract/json-pointer.ts';
import type { IncomingRequest } from '../sandbox/replaceable-parts/index.ts';
import { withHeaders, type SandboxResponse, jsonResponse } from '../sandbox/present/index.ts';
import { disturbWork } from '../sandbox/http/index.ts';
import type { ResponseForm, Effect } from './story.ts';

type ChangeResponse = (response: SandboxResponse, request: IncomingRequest) => SandboxResponse;

/** Returns the response in another form, and the same record if the form does not differ. */
export const changeForm: Readonly<Record<ResponseForm, ChangeResponse>> = {
  'extra-fields': (response) => rewriteJson(response, (value) => ({ ...value, xNew: { n: 1 } })),
  'unknown-status': (response) =>
    rewriteJson(response, (value) =>
      value['status'] === 'in_review' || value['status'] === 'published'
        ? { ...value, status: 'queued_for_stores' }
        : value,
    ),
  'empty-page': (response) =>
    rewriteJson(response, (value) =>
      Array.isArray(value['data']) && value['meta'] !== undefined ? { ...value, data: [] } : value,
    ),
  'capital-headers': ({ headers, ...response }) => ({
    ...response,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    ),
  }),
  'closed-connection': (response) => withHeaders(response, { connection: 'close' }),
  'spaced-json': (response) =>
    response.text === ''
      ? response
      : { ...response, text: `${JSON.stringify(JSON.parse(response.text), null, 4)}\n` },
  gzip: (response, { header }) =>
    response.text !== '' && /\bgzip\b/.test(header('accept-encoding') ?? '')
      ? { ...response, coding: 'gzip' }
      : response,
  chunked: (response) => (response.text === '' ? response : { ...response, coding: 'chunked' }),
};

/** Rewrites every JSON object of a body, from the inside out. */
function rewriteJson(
  response: SandboxResponse,
  rewrite: (value: Readonly<Record<string, unknown>>) => object,
) {
  const visit = (value: unknown): unknown => {
    if (isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, member]) => [key, visit(member)] as const);
    return rewrite(Object.fromEntries(entries));
  };
  if (response.text === '') return response;
  const text = JSON.stringify(visit(JSON.parse(response.text)));
  return text === response.text ? response : { ...response, text };
}

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
