/** Tests how a call is written as a curl command. */
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

  it('sends no content type if the call had none', () => {
    expect(toCurl({ ...call, requestHeaders: {}, requestBody: '@file' })).toMatchInlineSnapshot(
      `"curl -sS -i -X POST https://host/v2/distribution/books -H 'content-type:' --data-raw @file"`,
    );
  });

  it('omits the method and body for a GET', () => {
    const { requestBody: _none, ...callWithoutBody } = call;
    const listCall = {
      ...callWithoutBody,
      method: 'GET',
      url: 'https://host/books?page=1&perPage=2',
    };
    expect(toCurl(listCall)).toMatchInlineSnapshot(
      `"curl -sS -i 'https://host/books?page=1&perPage=2' -H "apikey: $DISTRIBUTION_API_KEY" -H 'content-type: application/json'"`,
    );
  });

  it('returns undefined for an upload, because its URL is a secret', () => {
    expect(toCurl({ ...call, operation: 'putFile', method: 'PUT' })).toBeUndefined();
  });

  it('returns undefined for a single book, which the run has deleted', () => {
    const url = 'https://host/v2/distribution/books/4e81-11dc';
    expect(toCurl({ ...call, url })).toBeUndefined();
  });
});

describe('quoteForShell', () => {
  it('quotes an empty word, but no safe word', () => {
    expect(quoteForShell('https://host:1/books')).toBe('https://host:1/books');
    expect(quoteForShell('')).toBe("''");
  });
});
