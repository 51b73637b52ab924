/** A sandbox asked without a network: as a service of many tests in one process, where each answer counts. */
import { readContract, apiPrefix } from '../../contract/spec.ts';
import { answerCall, answerUpload } from '../http/index.ts';
import type { Answer } from '../present/index.ts';
import { operationNamed } from '../operations/index.ts';
import type { Sandbox } from '../sandbox.ts';

interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

interface IncomingResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly text: () => Promise<string>;
}

/** Carries requests to the sandbox, and those to its storage origin to its storage. */
export function sandboxNetwork(
  sandbox: Sandbox,
  storageOrigin: string,
): (url: string, sent: OutgoingRequest) => Promise<IncomingResponse> {
  return async (url, sent) => {
    if (url.startsWith(storageOrigin)) return received(await stored(url, sent, sandbox));
    const { pathname } = new URL(url);
    const path = pathname.slice(apiPrefix.length);
    const match = pathname.startsWith(apiPrefix)
      ? readContract().match(sent.method, path)
      : undefined;
    const operation = match && operationNamed(match.operation.id);
    if (match === undefined || operation === undefined) {
      return sandbox.fetch(new Request(url, { ...sent }));
    }
    const asked = {
      operation,
      url,
      path: (name: string) => match.params[name],
      header: (name: string) => sent.headers[name],
      body: async (limit: number) => bytesWithin(sent.body, limit),
    };
    return received(await answerCall(asked, await sandbox.partsNow()));
  };
}

function bytesWithin(body: OutgoingRequest['body'] = '', limit: number): Uint8Array | undefined {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return bytes.byteLength > limit ? undefined : bytes;
}

async function stored(url: string, sent: OutgoingRequest, { partsNow }: Sandbox): Promise<Answer> {
  const { method, headers, body = '' } = sent;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const header = (name: string): string | undefined => headers[name];
  return answerUpload({ url, method, header, body: once(bytes) }, await partsNow());
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function received({ status, headers, text, breaks }: Answer): IncomingResponse {
  if (breaks !== undefined) throw new TypeError('fetch failed: the connection was reset.');
  return { status, headers: Object.entries(headers), text: async () => text };
}
