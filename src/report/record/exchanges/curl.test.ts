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

describe('curlOf', () => {
  it('takes the key from the environment and quotes the body', () => {
    expect(toCurl(call)).toMatchInlineSnapshot(
      `"curl -sS -i -X POST https://host/v2/distribution/books -H "apikey: $DISTRIBUTION_API_KEY" -H 'content-type: application/json' --data-raw '{"title":"The cat'\\''s $HOME"}'"`,
    );
  });

  it('keeps curl from naming a content type that the call did not', () => {
    expect(toCurl({ ...call, requestHeaders: {}, requestBody: '@file' })).toMatchInlineSnapshot(
      `"curl -sS -i -X POST https://host/v2/distribution/books -H 'content-type:' --data-raw @file"`,
    );
  });

  it('writes a read in short', () => {
    const { requestBody: _none, ...read } = call;
    const list = { ...read, method: 'GET', url: 'https://host/books?page=1&perPage=2' };
    expect(toCurl(list)).toMatchInlineSnapshot(
      `"curl -sS -i 'https://host/books?page=1&perPage=2' -H "apikey: $DISTRIBUTION_API_KEY" -H 'content-type: application/json'"`,
    );
  });

  it('has nothing to offer for an upload, whose address is a secret', () => {
    expect(toCurl({ ...call, operation: 'putFile', method: 'PUT' })).toBeUndefined();
  });
});

it('offers no call on a book, which the run has removed', () => {
  expect(toCurl({ ...call, url: 'https://host/v2/distribution/books/4e81-11dc' })).toBeUndefined();
});

describe('quoted', () => {
  it('leaves harmless words alone', () => {
    expect(quoteForShell('https://host:1/books')).toBe('https://host:1/books');
    expect(quoteForShell('')).toBe("''");
  });
});
