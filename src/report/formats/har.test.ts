/** Tests that an archive is valid HAR, and how it describes exchanges and uploads. */
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { ExchangeRow } from '../record/index.ts';
import { writeHar } from './har.ts';
import { madeUpReport } from '../../../tests/support/report/made-up-report.ts';

const listExchange: ExchangeRow = {
  number: 1,
  startedAt: '2026-11-21T10:00:00.123Z',
  operation: 'listBooks',
  method: 'GET',
  url: 'https://service.invalid/v2/distribution/books?page=2&token=[redacted]',
  requestHeaders: { accept: 'application/json', apikey: '[key]' },
  status: 200,
  responseHeaders: { 'content-type': 'application/json' },
  mediaType: 'application/json',
  responseBody: { data: ['Bücher'] },
  took: 12,
};
const uploadExchange: ExchangeRow = {
  ...listExchange,
  number: 2,
  operation: 'putFile',
  method: 'PUT',
  url: 'https://store.invalid/[signed]',
  requestHeaders: { 'content-type': 'image/jpeg' },
  requestBody: '4321 bytes',
  responseBody: undefined,
};
function createArchive(rows: readonly ExchangeRow[], omittedCount = 0): unknown {
  return JSON.parse(writeHar(madeUpReport, { rows: () => rows, omittedCount }));
}

function readEntries(archive: unknown): readonly unknown[] {
  const log = isObject(archive) ? archive['log'] : undefined;
  return isObject(log) && isArray(log['entries']) ? log['entries'] : [];
}

describe('an archive', () => {
  it('matches the HAR schema', () => {
    const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false });
    formats.default(ajv);
    const schemas: unknown = createRequire(import.meta.url)('har-schema');
    for (const schema of isObject(schemas) ? Object.values(schemas) : [])
      if (isObject(schema)) ajv.addSchema(schema);
    const validate = ajv.getSchema('har.json#');
    expect(
      validate?.(createArchive([listExchange, uploadExchange])) ?? 'no schema',
      JSON.stringify(validate?.errors),
    ).toBe(true);
    expect(validate?.({ log: { version: '1.2' } })).toBe(false);
  });

  it('contains each request and response with its time', () => {
    expect(readEntries(createArchive([listExchange]))).toMatchObject([
      {
        startedDateTime: '2026-11-21T10:00:00.123Z',
        time: 12,
        request: {
          queryString: [
            { name: 'page', value: '2' },
            { name: 'token', value: '[redacted]' },
          ],
        },
        response: {
          status: 200,
          statusText: 'OK',
          content: { size: 20, mimeType: 'application/json', text: '{"data":["Bücher"]}' },
        },
        comment: '1: listBooks',
      },
    ]);
  });

  it('has the size of an upload instead of its bytes', () => {
    expect(readEntries(createArchive([uploadExchange]))).toMatchObject([
      {
        request: {
          url: 'https://store.invalid/%5Bsigned%5D',
          postData: { mimeType: 'image/jpeg', text: '4321 bytes, not kept' },
          bodySize: 4321,
        },
      },
    ]);
  });

  it('says how many exchanges were not kept', () => {
    expect(createArchive([listExchange], 7)).toMatchObject({
      log: { comment: 'Run a1b2c3d4, redacted. 7 more exchanges not kept.' },
    });
  });
});
