/** Invented exchanges for tests. */
import type { Exchange, ReceivedResponse } from '../../../src/monitor/index.ts';

type Parts = Partial<Omit<Exchange, 'response'>> & Partial<ReceivedResponse>;

/** Returns a read of a book with this response; `body` is sent as JSON, if there is one. */
export function createExchange(parts: Parts = {}): Exchange {
  const { body, status = 200, ...others } = parts;
  const isJson = body !== undefined;
  const {
    headers = isJson ? { 'content-type': 'application/json' } : {},
    text = isJson ? JSON.stringify(body) : '',
    ...rest
  } = others;
  return {
    number: 1,
    operation: 'readBook',
    sentAt: 0,
    answeredAt: 1,
    request: {
      method: 'GET',
      url: 'https://service.invalid/v2/distribution/books/1',
      path: '/books/1',
      toStorage: false,
      headers: {},
      key: 'own',
      account: 'own',
      body: { kind: 'none' },
    },
    response: { status, headers, text, body },
    ...rest,
  };
}
