/** Sends requests to the control API, with the token if one is needed. */
import type { Book } from '../../book/index.ts';
import type { SandboxState } from '../control-operations.ts';
import type { LoggedRequest } from '../request-log.ts';

/** The books to show: those that a text finds, or those before a position, newest first. */
export interface BookSearch {
  readonly find?: string;
  readonly before?: string;
}

/** Runs an action and refreshes the page. Announces the success if there is a message for it, and shows an error. */
export type Change = (action: () => Promise<void>, successMessage?: string) => void;

const tokenKey = 'bookdist-control-token';

export function readToken(): string {
  return sessionStorage.getItem(tokenKey) ?? '';
}

export function storeToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/**
 * Returns the JSON of the response, or undefined for a response without a body.
 * @throws Error with the message of the response if it refuses the request
 */
export async function send<T = void>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { authorization: `Bearer ${readToken()}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error('The sandbox does not respond. Is it still running?');
  });
  if (response.status === 401) storeToken('');
  const answer: unknown = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(String(Reflect.get(Object(answer), 'message')));
  // The control API answers as its document says.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return answer as T;
}

interface Choices {
  readonly service: string;
  readonly readings: Readonly<Record<string, readonly string[]>>;
  readonly questions: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

export type SandboxView = Awaited<ReturnType<typeof readSandbox>>;

export async function readSandbox(search: BookSearch) {
  const [state, choices, requests, page] = await Promise.all([
    send<SandboxState>('GET', 'state'),
    send<Choices>('GET', 'choices'),
    send<LoggedRequest[]>('GET', 'requests'),
    send<{ books: Book[]; next?: number }>(
      'GET',
      `books/page?${new URLSearchParams({ ...search })}`,
    ),
  ]);
  return { state, choices, requests, search, ...page };
}

export function addBooks(change: Change, count: number, seed: number): void {
  change(() => send('POST', 'seed', { count, seed }), 'Added books.');
}
