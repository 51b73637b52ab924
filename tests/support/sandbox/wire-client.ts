/** Serves a sandbox on ports, with a client that checks every response against the contract, for tests. */
import { connect } from 'node:net';
import { createShapeJudge, type ShapeJudge } from '../../../src/contract/shapes.ts';
import type { RequestTarget } from '../../../src/sandbox/replaceable-parts/index.ts';
import type { SandboxResponse } from '../../../src/sandbox/present/index.ts';
import type { Alteration } from '../../../src/sandbox/sandbox-options.ts';
import type { ServeOptions } from '../../../src/sandbox/server/index.ts';
import { serveTestSandbox } from '../fixtures.ts';
import { createTestClient } from './test-client.ts';

let judge: ShapeJudge | undefined;

/**
 * Returns an alteration that changes nothing but checks every response just before it is sent.
 * @param report called for each place at which a response contradicts the contract
 */
export function checkResponses(report: (line: string) => void): Alteration {
  return {
    override: ({ transport }) => ({
      transport: async (response, target) => {
        const finalResponse = await transport(response, target);
        findViolations(finalResponse, target).forEach(report);
        return finalResponse;
      },
    }),
  };
}

function findViolations({ status, text, headers }: SandboxResponse, { operation }: RequestTarget) {
  if (operation === undefined) return [];
  judge ??= createShapeJudge();
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  const shape = { operation, status, mediaType, text, body: parseBody(text) };
  // The contract does not describe the responses to a failing disk or store.
  if (status === 503 || status === 507) return [];
  return judge(shape).violations.map(
    ({ requirement, pointer, expected, actual }) =>
      `${operation} ${status} at ${pointer || '/'}: ${expected}, not ${actual} (${requirement})`,
  );
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type WireClient = Awaited<ReturnType<typeof createWireClient>>;

/** The headers of a request with the key and a JSON body. */
export const headers = { apikey: 'sandbox-key', 'content-type': 'application/json' };

/** Serves a sandbox. `log` has what it reports, and each place at which a response contradicts the contract. */
export async function createWireClient(options: ServeOptions = {}) {
  const log: string[] = [];
  const report = (line: string) => log.push(line);
  const faults = [...(options.faults ?? []), checkResponses(report)];
  const server = await serveTestSandbox({ report, ...options, faults });
  const client = createTestClient({ ...server, fetch, storageFetch: fetch, keys: [server.key] });
  return {
    ...server,
    ...client,
    log,
    api: (path: string) => `${server.url}/v2/distribution${path}`,
    grantUrl: async (bytes: Uint8Array | string): Promise<string> =>
      (await client.grant(await client.create('ebook'), 'ebook_content', bytes)).url,
    countBooks: async () => (await server.sandbox.books()).length,
  };
}

/** Sends text as it is, and returns everything that the server sends until the connection closes. */
export function sendRawText(url: string, text: string, hangUpAfterMs?: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let output = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    if (hangUpAfterMs !== undefined) setTimeout(() => socket.destroy(), hangUpAfterMs);
    socket.on('data', (chunk) => {
      output += chunk.toString('latin1');
    });
    socket.on('close', () => {
      resolve(output);
    });
    socket.on('error', () => undefined);
  });
}
