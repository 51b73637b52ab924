/** A typed client of the control API of a sandbox that runs elsewhere. */

import type { ChaosRule } from '../sandbox/chaos/index.ts';
import type { LoggedRequest } from '../sandbox/index.ts';
import type { AccountBehaviour, SandboxClock, SandboxState } from '../sandbox/control/index.ts';

export type { ChaosEffect, ChaosRule } from '../sandbox/chaos/index.ts';
export type { SandboxClock, SandboxState } from '../sandbox/control/index.ts';

export interface SandboxControl {
  readonly state: () => Promise<SandboxState>;
  /** The latest requests, the newest first. */
  readonly requests: () => Promise<readonly LoggedRequest[]>;
  /** Removes every book and file. */
  readonly reset: () => Promise<void>;
  /** Adds made-up books; the same seed makes the same books. */
  readonly seed: (count: number, seed?: number) => Promise<number>;
  /** Every book, one JSON object a line. */
  readonly exportBooks: () => Promise<string>;
  readonly importBooks: (lines: string) => Promise<number>;
  readonly setClock: (clock: Partial<SandboxClock>) => Promise<SandboxClock>;
  readonly advance: (milliseconds: number) => Promise<SandboxClock>;
  /** Ends the review of a book now: published, or another status. */
  readonly settle: (bookId: string, status?: string) => Promise<void>;
  /** Replaces the rules that disturb calls; without any, nothing is disturbed. */
  readonly chaos: (rules: readonly ChaosRule[], seed?: number) => Promise<void>;
  /** Chooses readings and faults for an account, by its id or name. */
  readonly behave: (account: string, behaviour: AccountBehaviour) => Promise<void>;
}

/**
 * Controls a sandbox over HTTP.
 * @param url the address that `bookdist sandbox` prints as `control`
 * @param token the token of the control API, if it has one
 * @throws Error from every call, with the reason the sandbox gives
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
