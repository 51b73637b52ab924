/** Makes spans of a client's requests for OpenTelemetry, with the tracer it is given: no package is needed. */
import type { OnRequest, RequestEnd } from './hooks.ts';
import { routes } from './routes.ts';

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

/**
 * One client span per request, repetitions included, after OpenTelemetry's conventions for HTTP. A span
 * holds the template of the path, no id, no query and no header.
 *
 * @param tracer for example `trace.getTracer('my-shop')`
 * @returns what `createDistribution` takes as `onRequest`
 * @example
 * import { trace } from '@opentelemetry/api';
 * const onRequest = spansOf(trace.getTracer('my-shop'));
 * const distribution = createDistribution({ baseUrl, apiKey, onRequest });
 */
export function spansOf(tracer: TracerLike): OnRequest {
  return ({ operation, method, url, attempt }) => {
    const { hostname, port, protocol } = new URL(url);
    const [, template] = routes[operation];
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
      const failure =
        error?.kind ?? (status !== undefined && status >= 400 ? String(status) : undefined);
      if (failure !== undefined) {
        span.setAttributes({ 'error.type': failure });
        span.setStatus({
          code: failed,
          ...(error === undefined ? {} : { message: error.message }),
        });
      }
      span.end();
    };
  };
}
