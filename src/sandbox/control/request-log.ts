/** Logs the latest requests, and counts all requests. */
import type { IncomingMessage, Server } from 'node:http';
import { getOwnerId } from '../book/index.ts';
import type { Trace, TracedResponse } from '../http/index.ts';

/** A request with its trace, in which the account has its name. Only the control API shows the body. */
export interface LoggedRequest extends Trace {
  /** ISO 8601, by the machine's clock. */
  readonly at: string;
  readonly server: 'service' | 'storage';
  readonly method: string;
  /** Without the query, because upload URLs are secret. */
  readonly path: string;
  /** 0 if the connection broke before the response. */
  readonly status: number;
  readonly requirement?: string;
  readonly milliseconds: number;
}

export type RequestLog = ReturnType<typeof createRequestLog>;

const maxRequests = 500;

const bucketBounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** @param onRequest called for each request once its response is sent */
export function createRequestLog(
  nameAccount: (id: string) => string,
  onRequest?: (request: LoggedRequest) => void,
) {
  const latest: LoggedRequest[] = [];
  const counters = createCounters();
  const end = (request: LoggedRequest): void => {
    const { body: _body, ...line } = request;
    counters.end(line);
    latest.push(request);
    if (latest.length > maxRequests) latest.shift();
    onRequest?.(line);
  };
  return {
    /** Returns at most 500 requests, the newest first. */
    latest: (): readonly LoggedRequest[] => latest.toReversed(),
    clear: (): void => {
      latest.length = 0;
    },
    metrics: counters.format,
    observe: (server: Server, name: LoggedRequest['server']): void => {
      const observer = (request: IncomingMessage, response: TracedResponse): void => {
        const start = performance.now();
        counters.start();
        Object.assign(response, { trace: {} });
        response.once('close', () => {
          const line = describeRequest(request, response, { name, start });
          const { account: id, ...trace } = response.trace ?? {};
          end({ ...line, ...trace, ...(id !== undefined && { account: nameAccount(id) }) });
        });
      };
      server.prependListener('request', observer);
      // Without a listener, Node itself answers such a request with 100 Continue and passes it on.
      if (server.listenerCount('checkContinue') > 0)
        server.prependListener('checkContinue', observer);
    },
  };
}

function createCounters() {
  const requests = new Map<string, number>();
  const buckets = new Map(bucketBounds.map((bound) => [bound, 0]));
  let [openRequests, total, totalSeconds] = [0, 0, 0];
  return {
    start: (): void => void (openRequests += 1),
    end: (request: LoggedRequest): void => {
      const { server, method, status, milliseconds, operation = '' } = request;
      const seconds = milliseconds / 1000;
      openRequests -= 1;
      total += 1;
      totalSeconds += seconds;
      // Tests share the counters of their account, because there can be any number of tests.
      const account = getOwnerId(request.account ?? '');
      const labels = Object.entries({ server, method, operation, account, status })
        .map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
        .join(',');
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      for (const [bound, count] of buckets) if (seconds <= bound) buckets.set(bound, count + 1);
    },
    /** Returns the counters in the Prometheus text format. */
    format: (): string => {
      const time = 'sandbox_request_seconds';
      return [
        ...describeMetric('sandbox_requests_total', 'counter', 'Requests answered.'),
        ...[...requests].map(([labels, count]) => `sandbox_requests_total{${labels}} ${count}`),
        ...describeMetric('sandbox_requests_open', 'gauge', 'Requests being answered.'),
        `sandbox_requests_open ${openRequests}`,
        ...describeMetric(time, 'histogram', 'Time from request to response.'),
        ...[...buckets].map(([bound, count]) => `${time}_bucket{le="${bound}"} ${count}`),
        `${time}_bucket{le="+Inf"} ${total}`,
        `${time}_sum ${totalSeconds.toFixed(4)}`,
        `${time}_count ${total}`,
        ...describeMetric('process_resident_memory_bytes', 'gauge', 'Memory of the process.'),
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '',
      ].join('\n');
    },
  };
}

function describeMetric(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function describeRequest(
  { method = '', url = '' }: IncomingMessage,
  response: TracedResponse,
  { name, start }: { readonly name: LoggedRequest['server']; readonly start: number },
): LoggedRequest {
  const requirement = response.getHeader('x-requirement');
  return {
    at: new Date().toISOString(),
    server: name,
    method,
    path: url.replace(/\?.*$/, ''),
    status: response.headersSent ? response.statusCode : 0,
    ...(typeof requirement === 'string' ? { requirement } : {}),
    milliseconds: Math.round((performance.now() - start) * 10) / 10,
  };
}
