/** Invented exchanges for tests. */
import type { Exchange } from '../evidence/index.ts';

/** Returns a read of a book with this response; `body` is sent as JSON, if there is one. */
export function createExchange(parts: Partial<Exchange> = {}): Exchange {
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
