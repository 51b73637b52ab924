/** Invented exchanges for tests. A stage that sends no requests, for tests that only pass it on. */
import type { Exchange, ReceivedResponse } from '../../../src/monitor/index.ts';
import {
  createOwnership,
  createScope,
  createTargetClock,
  noJournal,
} from '../../../src/harness/wire/index.ts';
import { createStage } from '../../../src/harness/stage/index.ts';

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

const failOnCall = async (): Promise<never> => {
  throw new Error('This stage sends no requests.');
};

export const idleStage = createStage(
  {
    wire: failOnCall,
    clock: createTargetClock(Date.now),
    ownership: createOwnership(noJournal, 'nobody'),
    target: {
      reach: 'behaviour',
      allow: new Set(),
      hasSecondAccount: false,
      readings: undefined,
    },
    nextMark: () => ({ run: 'nobody', n: 1 }),
    pause: failOnCall,
    patience: 0,
  },
  createScope(new AbortController().signal),
);
