/** Tests that a call written as curl sends the same request. */
import { describe, expect, it } from 'vitest';
import { toCurl, quoteForShell } from './curl.ts';
import type { ExchangeRow } from './exchange-row.ts';

const call: ExchangeRow = {
  number: 1,
  operation: 'createBook',
  method: 'POST',
  url: 'https://host/v2/distribution/books',
  requestHeaders: { apikey: '[key]', 'content-type': 'application/json' },
  requestBody: { title: "The cat's $HOME" },
  status: 201,
  responseHeaders: {},
  mediaType: '',
  took: 3,
};

describe('toCurl', () => {
  it('takes the key from the environment and quotes the body', () => {
    expect(toCurl(call)).toMatchInlineSnapshot(
      `"curl -sS -i -X POST https://host/v2/distribution/books -H "apikey: $DISTRIBUTION_API_KEY" -H 'content-type: application/json' --data-raw '{"title":"The cat'\\''s $HOME"}'"`,
    );
  });

  it('prevents curl from adding a content type', () => {
    expect(toCurl({ ...call, requestHeaders: {}, requestBody: '@file' })).toMatchInlineSnapshot(
      `"curl -sS -i -X POST https://host/v2/distribution/books -H 'content-type:' --data-raw @file"`,
    );
  });

  it('writes a short command for a read', () => {
    const { requestBody: _none, ...read } = call;
    const list = { ...read, method: 'GET', url: 'https://host/books?page=1&perPage=2' };
    expect(toCurl(list)).toMatchInlineSnapshot(
      `"curl -sS -i 'https://host/books?page=1&perPage=2' -H "apikey: $DISTRIBUTION_API_KEY" -H 'content-type: application/json'"`,
    );
  });

  it('returns nothing for an upload, because its URL is a secret', () => {
    expect(toCurl({ ...call, operation: 'putFile', method: 'PUT' })).toBeUndefined();
  });
});

it('returns nothing for a call on a book, because the run has removed it', () => {
  expect(toCurl({ ...call, url: 'https://host/v2/distribution/books/4e81-11dc' })).toBeUndefined();
});

describe('quoteForShell', () => {
  it('does not quote safe words', () => {
    expect(quoteForShell('https://host:1/books')).toBe('https://host:1/books');
    expect(quoteForShell('')).toBe("''");
  });
});
