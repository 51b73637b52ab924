/** A typed client of a sandbox's control API. */
import type { ChaosRule, ReportedRule } from '../sandbox/chaos.ts';
import type { LoggedRequest } from '../sandbox/index.ts';
import type { AccountBehaviour, SandboxClock, SandboxState } from '../sandbox/control/index.ts';

export type { ChaosEffect, ChaosHit, ChaosRule, ReportedRule } from '../sandbox/chaos.ts';
export type { SandboxClock, SandboxState } from '../sandbox/control/index.ts';

/** One account of a sandbox, and one test of it. */
export interface ControlScope {
  /** The name or the id of the account; the first one unless given. */
  readonly account?: string;
  /** The id that the calls of the test send as `x-test-id`. */
  readonly test?: string;
}

export interface SandboxControl {
  /**
   * Returns a control of one account, or of one test, which has an account of its own: its books, clock, behaviour
   * and chaos rules do not affect other tests, and theirs do not affect it.
   */
  readonly only: (scope: ControlScope) => SandboxControl;
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
  /** Returns the chaos rules with the requests that each disturbed. */
  readonly chaosReport: () => Promise<readonly ReportedRule[]>;
  /** Chooses readings and faults for an account, by its id or name. */
  readonly behave: (account: string, behaviour: AccountBehaviour) => Promise<void>;
}

/**
 * Controls a sandbox over HTTP.
 * @param url the address that `bookdist sandbox` prints as `control`
 * @param token the token of the control API, if it has one
 * @throws Error from each call that the sandbox refuses, with its reason
 * @example
 * const control = sandboxControl('http://127.0.0.1:4022').only({ test: 'retries-a-create' });
 * await control.chaos([{ operation: 'createBook', nth: 2, effect: { kind: 'status', status: 429 } }]);
 * await callYourProgram({ headers: { 'x-test-id': 'retries-a-create' } });
 * const [rule] = await control.chaosReport(); // rule.hits names the call that got 429
 */
export function sandboxControl(url: string, token?: string): SandboxControl {
  return createControl(createSender(url, token), {});
}

function createControl(sendTo: Send, scope: ControlScope): SandboxControl {
  const query = new URLSearchParams({ ...scope }).toString();
  const send: Send = (method, path, body) =>
    sendTo(method, query === '' ? path : `${path}?${query}`, body);
  const json = (method: string, path: string, body: unknown) =>
    send(method, path, { type: 'application/json', text: JSON.stringify(body) });
  const read = async <T>(response: Promise<Response>): Promise<T> => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the sandbox's own tests hold it to its document
    return (await (await response).json()) as T;
  };
  return {
    only: (narrower) => createControl(sendTo, { ...scope, ...narrower }),
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
    chaosReport: async () =>
      (await read<{ rules: readonly ReportedRule[] }>(send('GET', '/chaos'))).rules,
    behave: async (account, behaviour) =>
      void (await json('PUT', `/accounts/${encodeURIComponent(account)}/behaviour`, behaviour)),
  };
}

type Send = (
  method: string,
  path: string,
  body?: { readonly type: string; readonly text: string },
) => Promise<Response>;

function createSender(url: string, token: string | undefined): Send {
  return async (method, path, body) => {
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
