/** Tests the request that sends a file, and that a changed file is detected while it is sent. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemTime } from '../transport/index.ts';
import { formatCode } from './upload-run.ts';
import { createSource } from '../files/source.ts';
import { putFile } from './storage.ts';

const text = 'the bytes of one track';

/** Sends a stream to a storage that reads it completely. */
async function sendStream(content: string, { size = text.length, expectedHash = '' } = {}) {
  const stream = () => new Blob([content]).stream();
  const source = await createSource({ role: 'audio_content', stream, size }).open();
  const byteCounts: number[] = [];
  const sentRequest: { headers?: unknown; body?: string } = {};
  const request = {
    url: 'https://storage.example/u',
    type: 'audio/mpeg',
    source,
    expectedHash: expectedHash === '' ? undefined : expectedHash,
    onBytes: (bytes: number) => void byteCounts.push(bytes),
    signal: undefined,
    stallMs: 1_000,
  };
  const storageFetch = async (_: string, init: RequestInit) => {
    sentRequest.headers = init.headers;
    sentRequest.body = await new Response(init.body ?? null).text();
    return new Response();
  };
  const result = await putFile(request, { storageFetch, time: systemTime });
  return { ...sentRequest, byteCounts, result };
}

describe('the body of a PUT', () => {
  it('is sent with its length and its type, and reports its progress', async () => {
    const { headers, body, byteCounts } = await sendStream(text);
    expect(headers).toEqual({ 'content-type': 'audio/mpeg', 'content-length': '22' });
    expect([body, byteCounts.at(-1)]).toEqual([text, 22]);
  });

  it('is empty for an empty file', async () => {
    expect(await sendStream('', { size: 0 })).toMatchObject({
      body: '',
      result: { verdict: 'stored' },
    });
  });

  it.each([
    ['longer', { size: 5 }, 'it has another length now'],
    ['shorter', { size: 50 }, 'it has another length now'],
    ['other', { expectedHash: '0'.repeat(64) }, 'its bytes have another hash'],
  ])('breaks off if the file is %s than expected', async (_, expectation, why) => {
    const { result } = await sendStream(text, expectation);
    expect(result).toMatchObject({ verdict: 'changed', why });
  });

  it('is sent if it has the expected hash', async () => {
    const expectedHash = createHash('sha256').update(text).digest('hex');
    const { result } = await sendStream(text, { expectedHash });
    expect(result).toMatchObject({ verdict: 'stored' });
  });
});

it('formatCode returns only the code of an error, and nothing if the code may be a URL', () => {
  const errorWithUrl = Object.assign(new Error('GET https://s.example/?sig=1'), {
    code: 'ECONNRESET',
  });
  expect(formatCode(errorWithUrl)).toBe(' (ECONNRESET)');
  expect(formatCode(Object.assign(errorWithUrl, { code: 'https://s.example/?sig=1' }))).toBe('');
});
