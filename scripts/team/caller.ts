/** Calls a deployment over HTTP; a connection that breaks has the status 0. */
import { createTestClient, type TestClient } from '../../src/sandbox/scenes/ask-in-process.ts';
import { apiKey } from './deployment.ts';

export { newBook } from '../../src/sandbox/scenes/ask-in-process.ts';

export type Caller = TestClient;

/** @param url the address of the service, without the version prefix */
export function createCaller(url: string): Caller {
  const send = (request: Request) =>
    fetch(request)
      .then(async (response) => new Response((await response.text()) || null, response))
      .catch(() => Response.error());
  return createTestClient({ url, fetch: send, storageFetch: send, keys: [apiKey] });
}

/** Returns undefined for something that was not acknowledged. */
export function ifAcknowledged<T>(making: Promise<T>): Promise<T | undefined> {
  return making.catch(() => undefined);
}
