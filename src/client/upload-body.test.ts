/** Tests what is sent of a file, and that a file which is not what it was is noticed on the way. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bodyOf } from './upload-body.ts';
import type { BodyFault } from './upload-body-fault.ts';
import { sourceOf } from './upload-source.ts';
import { codeIn } from './upload-why.ts';

const text = 'the bytes of one track';

async function sentOf(written: string, { size = text.length, check = '' } = {}) {
  const stream = () => new Blob([written]).stream();
  const source = await (await sourceOf({ role: 'audio_content', stream, size })).open();
  const faults: BodyFault[] = [];
  const counts: number[] = [];
  const given = { type: 'audio/mpeg', source, check: check === '' ? undefined : check };
  const init = await bodyOf({ ...given, onBytes: (sent) => counts.push(sent) }, (fault) =>
    faults.push(fault),
  );
  const came = await new Response(init.body ?? null).text().catch(() => 'broken off');
  return { headers: init.headers, came, counts, why: faults[0]?.message };
}

describe('a body', () => {
  it('has its length and its type, and tells how far it is', async () => {
    const { headers, came, counts } = await sentOf(text);
    expect(headers).toEqual({ 'content-type': 'audio/mpeg', 'content-length': '22' });
    expect([came, counts.at(-1)]).toEqual([text, 22]);
  });

  it('of nothing is empty', async () => {
    expect(await sentOf('', { size: 0 })).toMatchObject({ came: '', why: undefined });
  });

  it.each([
    ['longer', { size: 5 }, 'it has grown'],
    ['shorter', { size: 50 }, 'it ended before its size was reached'],
    ['another', { check: '0'.repeat(64) }, 'its bytes have another hash than before'],
  ])('breaks off when the file turns out %s', async (_, given, why) => {
    expect(await sentOf(text, given)).toMatchObject({ came: 'broken off', why });
  });

  it('goes through with the hash it was announced with', async () => {
    const check = createHash('sha256').update(text).digest('hex');
    expect(await sentOf(text, { check })).toMatchObject({ came: text, why: undefined });
  });
});

it('takes an error for its code alone, since its words may repeat a URL', () => {
  const signed = Object.assign(new Error('GET https://s.example/?sig=1'), { code: 'ECONNRESET' });
  expect(codeIn(signed)).toBe(' (ECONNRESET)');
  expect(codeIn(Object.assign(signed, { code: 'https://s.example/?sig=1' }))).toBe('');
});
