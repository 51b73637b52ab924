/**
 * Writes refusals: Problem objects, messages, and the response to an invalid key. The response of an
 * operation, before it is sent.
 */
import { apiPrefix } from '../../contract/spec.ts';
import type { Readings, RefusalParts, Subject } from '../readings/index.ts';

export interface SandboxResponse {
  readonly status: number;
  /** Empty if there is no body. */
  readonly text: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** How the connection ends too early, if a chaos rule says so. */
  readonly breaks?: 'before-response' | 'within-body' | 'by-reset';
  /** How the body is sent, if not as it is and with its length. */
  readonly coding?: 'gzip' | 'chunked';
  /** The time over which the body is sent, if a chaos rule says so. */
  readonly bodyMs?: number;
}

export function jsonResponse(status: number, body: unknown): SandboxResponse {
  return textResponse(status, JSON.stringify(body), 'application/json');
}

export function textResponse(status: number, text: string, mediaType: string): SandboxResponse {
  return { status, text, headers: { 'content-type': mediaType } };
}

export function emptyResponse(status: number): SandboxResponse {
  return { status, text: '', headers: {} };
}

export function withHeaders(response: SandboxResponse, headers: Readonly<Record<string, string>>) {
  return { ...response, headers: { ...response.headers, ...headers } };
}

type PresentRefusal = (refusal: RefusalParts, request: { url: string }) => SandboxResponse;

type Body = 'problem' | 'message' | 'text' | 'html' | 'empty';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

/** Creates the function that turns a refusal into a response, with the requirement in a header. */
export function createRefusalPresenter(readings: Readings): PresentRefusal {
  const bodies: Readonly<Record<Subject, Body>> = {
    key: readings['auth.body'],
    'missing-resource': readings['not-found.body'],
    checksum: readings['attach.mismatch-body'],
    request: 'problem',
    syntax: ({ '400-problem': 'problem', '400-other': 'message' } as const)[
      readings['request.malformed-json']
    ],
    storage: 'message',
  };
  const problem = createProblemPresenter(readings);
  const presenters: Readonly<Record<Body, PresentRefusal>> = {
    problem,
    message: ({ status, detail }) => jsonResponse(status, { message: detail }),
    text: ({ status, detail }) => textResponse(status, detail, 'text/plain'),
    html: ({ status, detail }) => {
      const html = `<!doctype html><title>${detail}</title><h1>${detail}</h1>`;
      return textResponse(status, html, 'text/html');
    },
    empty: ({ status }) => emptyResponse(status),
  };
  return (refusal, request) => {
    const headers = { ...refusal.headers, 'x-requirement': refusal.requirement };
    return withHeaders(presenters[bodies[refusal.subject]](refusal, request), headers);
  };
}

function createProblemPresenter(readings: Readings): PresentRefusal {
  const type = {
    absent: undefined,
    uri: 'https://book-distribution.invalid/problems/refused',
    'about-blank': 'about:blank',
  }[readings['problem.type']];
  const mediaType = {
    'problem-json': 'application/problem+json',
    'application-json': 'application/json',
  }[readings['error.media-type']];
  const instance = instanceFormats[readings['problem.instance']];
  const formatField = nameFormats[readings['problem.nested-names']];
  const formatBatchField = nameFormats[readings['upload.invalid-params-name']];
  // The names of batch items start with an index, such as `0.role`.
  const formatName = (name: string) =>
    /^[0-9]/.test(name) ? formatBatchField(name) : formatField(name);
  const maxParams = { all: Infinity, first: 1 }[readings['error.aggregation']];
  return ({ status, detail, invalidParams, omitParams }, { url }) => {
    const params = invalidParams
      .slice(0, maxParams)
      .map(({ name, reason }) => ({ name: formatName(name), reason }));
    const body = {
      ...(type === undefined ? {} : { type }),
      title: titles[status] ?? 'Refused',
      status,
      detail,
      instance: instance(new URL(url)),
      ...(omitParams === true ? {} : { invalidParams: params }),
    };
    return textResponse(status, JSON.stringify(body), mediaType);
  };
}

const instanceFormats: Readonly<Record<Readings['problem.instance'], (url: URL) => string>> = {
  'path-with-prefix': ({ pathname }) => pathname,
  'path-without-prefix': ({ pathname }) => pathname.replace(apiPrefix, ''),
  'with-query': ({ pathname, search }) => `${pathname}${search}`,
  url: ({ href }) => href,
};

const nameFormats: Readonly<Record<Readings['problem.nested-names'], (name: string) => string>> = {
  dotted: (name) => name,
  bracketed: (name) => name.replaceAll(/(^|\.)([0-9]+)(?=\.|$)/g, '[$2]'),
  // A top-level field has its plain name, as the document shows it.
  pointer: (name) => (name.includes('.') ? `/${name.replaceAll('.', '/')}` : name),
};
