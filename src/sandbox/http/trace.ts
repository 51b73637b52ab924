/** Notes about a request that is being answered, for the request log. */
import type { ServerResponse } from 'node:http';
import type { SandboxResponse } from '../present/index.ts';

export interface Trace {
  readonly id?: string;
  readonly operation?: string;
  readonly account?: string | undefined;
  readonly body?: string;
  readonly detail?: string;
}

/** The response of a Node server, with a trace if the requests of the server are logged. */
export interface TracedResponse extends ServerResponse {
  readonly trace?: Trace;
}

const maxBody = 4_096;

export function truncateBody(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, maxBody)).toString();
  return bytes.byteLength > maxBody ? `${text}…` : text;
}

function read(value: unknown, property: string): unknown {
  return Reflect.get(Object(value), property);
}

/** Returns the sentences of a refusal, whichever form it has. */
export function readSentences({ status, text }: SandboxResponse): Pick<Trace, 'detail'> {
  if (status < 400) return {};
  try {
    const body: unknown = JSON.parse(text);
    const invalidParams = read(body, 'invalidParams');
    const params: readonly unknown[] = Array.isArray(invalidParams) ? invalidParams : [];
    const reasons = params.map((param) => [read(param, 'name'), read(param, 'reason')].join(': '));
    const sentence = read(body, 'detail') ?? read(body, 'message');
    return { detail: [sentence, ...reasons].join(' ').slice(0, maxBody) };
  } catch {
    return { detail: text.slice(0, maxBody) };
  }
}
