/** Exchanges that never happened, for tests of what is made of one. */
import type { Exchange } from '../evidence/index.ts';

/** A read of a book that was answered like this; `body` is told as JSON, where there is any. */
export function madeUpExchange(parts: Partial<Exchange> = {}): Exchange {
  const { body } = parts;
  return {
    number: 1,
    operation: 'readBook',
    request: {
      method: 'GET',
      url: 'https://service.invalid/v2/distribution/books/1',
      path: '/books/1',
      headers: {},
      body: undefined,
      key: 'own',
    },
    status: 200,
    headers: {},
    mediaType: body === undefined ? '' : 'application/json',
    text: body === undefined ? '' : JSON.stringify(body),
    body,
    took: 1,
    ...parts,
  };
}
