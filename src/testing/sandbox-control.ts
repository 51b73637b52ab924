/** A typed client of a sandbox's control API. */
import type { ChaosRule } from '../sandbox/chaos.ts';
import type { LoggedRequest } from '../sandbox/index.ts';
import type { AccountBehaviour, SandboxClock, SandboxState } from '../sandbox/control/index.ts';

export type { ChaosEffect, ChaosRule } from '../sandbox/chaos.ts';
export type { SandboxClock, SandboxState } from '../sandbox/control/index.ts';

export interface SandboxControl {
  readonly state: () => Promise<SandboxState>;
  /** Returns the latest requests, newest first. */
  readonly requests: () => Promise<readonly LoggedRequest[]>;
  /** Removes every book and file. */
  readonly reset: () => Promise<void>;
  /** Adds generated books, the same ones for the same seed, and returns their number. */
  readonly seed: (count: number, seed?: number) => Promise<number>;
  /** Returns all books as JSON Lines. */
  readonly exportBooks: () => Promise<string>;
  /** Adds books from JSON Lines, and returns their number. */
  readonly importBooks: (lines: string) => Promise<number>;
  readonly setClock: (clock: Partial<SandboxClock>) => Promise<SandboxClock>;
  /** Moves the clock forward. */
  readonly advance: (milliseconds: number) => Promise<SandboxClock>;
  /** Ends the review of a book now, with the status `published` or another one. */
  readonly settle: (bookId: string, status?: string) => Promise<void>;
  /** Replaces the chaos rules. With an empty list, no call is disturbed. */
  readonly chaos: (rules: readonly ChaosRule[], seed?: number) => Promise<void>;
  /** Chooses readings and faults for an account, by its id or name. */
  readonly behave: (account: string, behaviour: AccountBehaviour) => Promise<void>;
}

/**
 * Controls a sandbox over HTTP.
 * @param url the address that `bookdist sandbox` prints as `control`
 * @param token the token of the control API, if it has one
 * @throws Error from each call that the sandbox refuses, with its reason
 * @example
 * const control = sandboxControl('http://127.0.0.1:4022');
 * await control.chaos([{ operation: 'createBook', nth: 2, effect: { kind: 'status', status: 429 } }]);
 */
export function sandboxControl(url: string, token?: string): SandboxControl {
  const send = createSender(url, token);
  const json = (method: string, path: string, body: unknown) =>
    send(method, path, { type: 'application/json', text: JSON.stringify(body) });
  const read = async <T>(response: Promise<Response>): Promise<T> => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the sandbox's own tests hold it to its document
    return (await (await response).json()) as T;
  };
  return {
    state: () => read(send('GET', '/state')),
    requests: () => read(send('GET', '/requests')),
    reset: async () => void (await send('POST', '/reset')),
    seed: async (count, seed = 1) =>
      (await read<{ books: number }>(json('POST', '/seed', { count, seed }))).books,
    exportBooks: async () => (await send('GET', '/books')).text(),
    importBooks: async (text) => {
      const response = send('POST', '/books', { type: 'application/jsonl', text });
      return (await read<{ books: number }>(response)).books;
    },
    setClock: (clock) => read(json('PUT', '/clock', clock)),
    advance: (milliseconds) => read(json('POST', '/clock/advance', { milliseconds })),
    settle: async (bookId, status) =>
      void (await json('POST', `/books/${bookId}/review`, { status })),
    chaos: async (rules, seed = 1) => void (await json('PUT', '/chaos', { seed, rules })),
    behave: async (account, behaviour) =>
      void (await json('PUT', `/accounts/${encodeURIComponent(account)}/behaviour`, behaviour)),
  };
}

function createSender(url: string, token: string | undefined) {
  return async (
    method: string,
    path: string,
    body?: { readonly type: string; readonly text: string },
  ): Promise<Response> => {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': body.type }),
      },
      ...(body === undefined ? {} : { body: body.text }),
    });
    if (response.ok) return response;
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
}
