/** Writes a response in another form that the document permits, but that programs seldom get. */
import { isArray, isObject } from '../contract/json-pointer.ts';
import type { IncomingRequest } from '../sandbox/parts/index.ts';
import { withHeaders, type SandboxResponse } from '../sandbox/present/index.ts';
import type { ResponseForm } from './story.ts';

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
