/** A client that receives prepared responses and records its requests; and the outcome of a call without secrets. */
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { createDistribution, type Books } from '../../../src/client/create-distribution.ts';
import { isDistributionError } from '../../../src/client/errors/index.ts';
import { canary } from './known-faults.ts';
import { sceneOrigin, type Scene } from './scene.ts';

export const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
export const fileId = 'e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77';

/** The part of a book that the client itself reads. */
export const book = { id, type: 'book', attributes: { title: 'The Salt Road', status: 'draft' } };

interface SentRequest {
  readonly call: string;
  readonly body: unknown;
  readonly type: string | null;
  readonly headers: Headers;
}

interface ScriptedClient {
  readonly books: Books;
  readonly requests: readonly SentRequest[];
}

/** Creates a client that receives the responses in order. */
export function createScriptedClient(...responses: readonly Response[]): ScriptedClient {
  const requests: SentRequest[] = [];
  const { books } = createDistribution({
    baseUrl: 'https://host.example/v2/distribution/',
    apiKey: 'canary-key-4711',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      requests.push({
        call: `${request.method} ${pathname.replace('/v2/distribution', '')}${search}`,
        body: body === '' ? undefined : JSON.parse(body),
        type: request.headers.get('content-type'),
        headers: request.headers,
      });
      return (
        responses[requests.length - 1] ?? Response.json({ message: 'no more' }, { status: 500 })
      );
    },
  });
  return { books, requests };
}

/** Returns the value of a call or its error, which must be a DistributionError without secrets. */
export async function readOutcome(call: PromiseLike<unknown>, { requests }: Scene) {
  let outcome: unknown;
  try {
    outcome = await call;
  } catch (error) {
    outcome = error;
    expect(isDistributionError(error)).toBe(true);
    const errorText = String(error) + JSON.stringify(error) + inspect(error, { depth: 9 });
    expect(errorText).not.toMatch(/canary/);
  }
  for (const request of requests) {
    expect(request).toMatchObject({ origin: sceneOrigin, key: canary.apiKey });
  }
  return outcome;
}
