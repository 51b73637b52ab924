/** The latest requests, and counters of all of them. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface LoggedRequest {
  /** ISO 8601, by the machine's clock. */
  readonly at: string;
  readonly server: 'service' | 'storage';
  readonly method: string;
  /** Without the query, because upload URLs are secret. */
  readonly path: string;
  /** 0 if the connection broke before the response. */
  readonly status: number;
  /** The requirement that refused it. */
  readonly requirement?: string;
  readonly milliseconds: number;
}

export interface RequestLog {
  /** Notes every request of a server once its response has left. */
  readonly observe: (server: Server, name: LoggedRequest['server']) => void;
  /** At most 500, the newest first. */
  readonly latest: () => readonly LoggedRequest[];
  /** Counters in the Prometheus text format. */
  readonly metrics: () => string;
  readonly clear: () => void;
}

const kept = 500;
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** @param onRequest called for each request */
export function createRequestLog(onRequest: (request: LoggedRequest) => void): RequestLog {
  const latest: LoggedRequest[] = [];
  const counts = createCounts();
  return {
    latest: () => latest.toReversed(),
    clear: () => {
      latest.length = 0;
    },
    metrics: counts.write,
    observe: (server, name) => {
      server.prependListener('request', observer);
      server.prependListener('checkContinue', observer);
      function observer(incoming: IncomingMessage, outgoing: ServerResponse) {
        const start = performance.now();
        counts.begin();
        outgoing.once('close', () => {
          const logged = logLine(incoming, outgoing, { name, start });
          counts.end(logged);
          latest.push(logged);
          if (latest.length > kept) latest.shift();
          onRequest(logged);
        });
      }
    },
  };
}

function logLine(
  { method = '', url = '' }: IncomingMessage,
  outgoing: ServerResponse,
  { name, start }: { readonly name: LoggedRequest['server']; readonly start: number },
): LoggedRequest {
  const requirement = outgoing.getHeader('x-requirement');
  return {
    at: new Date().toISOString(),
    server: name,
    method,
    path: url.replace(/\?.*$/, ''),
    status: outgoing.headersSent ? outgoing.statusCode : 0,
    ...(typeof requirement === 'string' ? { requirement } : {}),
    milliseconds: Math.round((performance.now() - start) * 10) / 10,
  };
}

function createCounts() {
  const requests = new Map<string, number>();
  const buckets = bounds.map(() => 0);
  let [open, seconds, total] = [0, 0, 0];
  return {
    begin: () => {
      open += 1;
    },
    end: ({ server, method, status, milliseconds }: LoggedRequest) => {
      open -= 1;
      total += 1;
      seconds += milliseconds / 1000;
      const labels = `server="${server}",method="${method}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      for (const [index, bound] of bounds.entries()) {
        if (milliseconds / 1000 <= bound) buckets[index] = (buckets[index] ?? 0) + 1;
      }
    },
    write: () => writeCounts({ requests, buckets, open, seconds, total }),
  };
}

interface Counts {
  readonly requests: ReadonlyMap<string, number>;
  readonly buckets: readonly number[];
  readonly open: number;
  readonly seconds: number;
  readonly total: number;
}

function writeCounts({ requests, buckets, open, seconds, total }: Counts): string {
  return [
    '# HELP sandbox_requests_total Requests answered.',
    '# TYPE sandbox_requests_total counter',
    ...[...requests].map(([labels, count]) => `sandbox_requests_total{${labels}} ${count}`),
    '# HELP sandbox_requests_open Requests being answered.',
    '# TYPE sandbox_requests_open gauge',
    `sandbox_requests_open ${open}`,
    '# HELP sandbox_request_seconds Time from request to response.',
    '# TYPE sandbox_request_seconds histogram',
    ...bounds.map(
      (bound, index) => `sandbox_request_seconds_bucket{le="${bound}"} ${buckets[index]}`,
    ),
    `sandbox_request_seconds_bucket{le="+Inf"} ${total}`,
    `sandbox_request_seconds_sum ${seconds.toFixed(4)}`,
    `sandbox_request_seconds_count ${total}`,
    '# HELP process_resident_memory_bytes Memory of the process.',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '',
  ].join('\n');
}
