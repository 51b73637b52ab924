/** Makes OpenTelemetry spans of a client's requests, with the tracer it is given: no package is needed. */
import type { KeyedOperation, KeyedPaths } from './contract.ts';
import type { OnRequest, RequestEnd } from './transport/index.ts';

type Attributes = Record<string, string | number>;

/** The part of a `Span` of `@opentelemetry/api` that is used. */
export interface SpanLike {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/** The part of a `Tracer` of `@opentelemetry/api` that is used. */
export interface TracerLike {
  startSpan(name: string, options: { kind: number; attributes: Attributes }): SpanLike;
}

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const client = 2;
const failed = 2;

const book = '/books/{bookPublicId}';

/** The path template of each operation, checked against the contract's types. */
const templates: Readonly<Record<KeyedOperation, keyof KeyedPaths>> = {
  createBook: '/books',
  listBooks: '/books',
  readBook: book,
  lookUpBook: '/books/external-id/{bookExternalId}',
  updateBook: book,
  requestUploads: `${book}/upload`,
  attachFile: `${book}/file/{fileId}/attach`,
  publishBook: `${book}/publish`,
  unpublishBook: `${book}/unpublish`,
  deleteBook: book,
};

/**
 * Makes one client span per request, repetitions included, by OpenTelemetry's conventions for HTTP. A span holds the
 * template of the path, no id, no query and no header.
 *
 * @param tracer for example `trace.getTracer('my-shop')`
 * @returns a function for the `onRequest` option
 * @example
 * import { trace } from '@opentelemetry/api';
 * const onRequest = createSpans(trace.getTracer('my-shop'));
 * const distribution = createDistribution({ baseUrl, apiKey, onRequest });
 */
export function createSpans(tracer: TracerLike): OnRequest {
  return ({ operation, method, url, attempt }) => {
    const { hostname, port, protocol } = new URL(url);
    const template = templates[operation];
    const span = tracer.startSpan(`${method} ${template}`, {
      kind: client,
      attributes: {
        'http.request.method': method,
        'url.template': template,
        'server.address': hostname,
        'server.port': port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
        ...(attempt > 1 ? { 'http.request.resend_count': attempt - 1 } : {}),
      },
    });
    return ({ status, error }: RequestEnd) => {
      if (status !== undefined) span.setAttributes({ 'http.response.status_code': status });
      const refused = status !== undefined && status >= 400 ? String(status) : undefined;
      const failure = error?.type ?? refused;
      if (failure !== undefined) {
        span.setAttributes({ 'error.type': failure });
        const message = error === undefined ? {} : { message: error.message };
        span.setStatus({ code: failed, ...message });
      }
      span.end();
    };
  };
}
