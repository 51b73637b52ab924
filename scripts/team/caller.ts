/** Calls a deployment over HTTP. A connection that breaks gives a response with the status 0. */
import { createTestClient, type TestClient } from '../../src/sandbox/scenes/test-client.ts';
import { apiKey } from './deployment.ts';

export { newBook } from '../../src/sandbox/scenes/test-client.ts';

export type Caller = TestClient;

/** @param url the address of the service, without the version prefix */
export function createCaller(url: string): Caller {
  const send = (request: Request) =>
    fetch(request)
      .then(async (response) => new Response((await response.text()) || null, response))
      .catch(() => Response.error());
  return createTestClient({ url, fetch: send, storageFetch: send, keys: [apiKey] });
}

/** Returns the result of a call, or undefined if it was not acknowledged. */
export function ifAcknowledged<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch(() => undefined);
}
