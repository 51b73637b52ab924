/** Tests what is sent of a file, and that a file which is not what it was is noticed on the way. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemTime } from '../transport/index.ts';
import { formatCode } from './upload-run.ts';
import { createSource } from '../files/source.ts';
import { putFile } from './storage.ts';

const text = 'the bytes of one track';

/** Sends a stream to a storage that reads it to its end. */
async function sendStream(written: string, { size = text.length, check = '' } = {}) {
  const stream = () => new Blob([written]).stream();
  const source = await createSource({ role: 'audio_content', stream, size }).open();
  const counts: number[] = [];
  const received: { headers?: unknown; body?: string } = {};
  const put = {
    url: 'https://storage.example/u',
    type: 'audio/mpeg',
    source,
    check: check === '' ? undefined : check,
    onBytes: (sent: number) => void counts.push(sent),
    signal: undefined,
    stallMs: 1_000,
  };
  const storageFetch = async (_: string, init: RequestInit) => {
    received.headers = init.headers;
    received.body = await new Response(init.body ?? null).text();
    return new Response();
  };
  const result = await putFile(put, { storageFetch, time: systemTime });
  return { ...received, counts, result };
}

describe('a body', () => {
  it('has its length and its type, and reports its progress', async () => {
    const { headers, body, counts } = await sendStream(text);
    expect(headers).toEqual({ 'content-type': 'audio/mpeg', 'content-length': '22' });
    expect([body, counts.at(-1)]).toEqual([text, 22]);
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
    ['different', { check: '0'.repeat(64) }, 'its bytes have another hash'],
  ])('breaks off when the file turns out %s', async (_, given, why) => {
    const { result } = await sendStream(text, given);
    expect(result).toMatchObject({ verdict: 'changed', why });
  });

  it('is sent when it has the announced hash', async () => {
    const check = createHash('sha256').update(text).digest('hex');
    const { result } = await sendStream(text, { check });
    expect(result).toMatchObject({ verdict: 'stored' });
  });
});

it('keeps only the code of an error, because its message may repeat a URL', () => {
  const signed = Object.assign(new Error('GET https://s.example/?sig=1'), { code: 'ECONNRESET' });
  expect(formatCode(signed)).toBe(' (ECONNRESET)');
  expect(formatCode(Object.assign(signed, { code: 'https://s.example/?sig=1' }))).toBe('');
});
