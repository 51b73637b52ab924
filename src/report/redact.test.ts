/** Tests that the redactor masks every secret and leaves ordinary text unchanged. */
import { describe, expect, it } from 'vitest';
import { isMaskable, createRedactor } from './redact.ts';

const key = 'canary-K3y/with+odd="signs';
const signature = 'canary-signature-0123456789';
const redact = createRedactor([key, undefined, '']);

/** Returns the digest of the presigned URL in a value, and the value without it. */
function readDigest(value: unknown): { maskedValue: unknown; digest: string } {
  const text = JSON.stringify(value);
  const digest = /\[signed-([^\]]+)\]/.exec(text)?.[1] ?? '';
  const maskedValue: unknown = JSON.parse(text.replaceAll(digest, 'digest'));
  return { maskedValue, digest };
}

describe('redactor', () => {
  it('masks the key in every encoding', () => {
    const forms = [
      key,
      JSON.stringify(key),
      encodeURIComponent(key),
      Buffer.from(key).toString('base64'),
      Buffer.from(key).toString('base64url'),
    ];
    for (const form of forms) {
      const text = redact.text(`before ${form} after`);
      expect(text).not.toContain('canary');
      expect(text).not.toContain(Buffer.from(key).toString('base64').slice(0, 20));
      expect(text).toContain('[key]');
    }
  });

  it.each(['k', 'key', 'book', 'publish'])(
    'does not change ordinary text for the key %s',
    (secret) => {
      const wordRedactor = createRedactor([secret]);
      const text = `asked for ${secret} at /books/1/publish`;
      expect(isMaskable(secret)).toBe(false);
      expect(wordRedactor.text(text)).toBe(text);
      expect(wordRedactor.headers({ apikey: secret })).toEqual({ apikey: '[key]' });
    },
  );

  it('masks the values of all headers except safe ones', () => {
    const headers = {
      apikey: 'anything',
      ApiKey: 'anything',
      authorization: `Bearer ${signature}`,
      'set-cookie': `session=${signature}`,
      'x-amz-security-token': signature,
      'content-type': 'application/json',
      location: `https://host/books?token=${signature}`,
      'x-request-id': `for ${key}`,
    };
    expect(redact.headers(headers)).toEqual({
      apikey: '[key]',
      ApiKey: '[key]',
      authorization: '[redacted]',
      'set-cookie': '[redacted]',
      'x-amz-security-token': '[redacted]',
      'content-type': 'application/json',
      location: 'https://host/books?token=[redacted]',
      'x-request-id': 'for [key]',
    });
  });

  it('keeps the contract’s own query parameters and masks the values of all others', () => {
    const address = `https://store/files/1?page=2&perPage=5&X-Amz-Signature=${signature}&flag`;
    expect(redact.text(`PUT ${address} failed`)).toBe(
      'PUT https://store/files/1?page=2&perPage=5&X-Amz-Signature=[redacted]&[redacted] failed',
    );
    expect(redact.text(`see /files/1?sig=${signature}&sort=title.`)).toBe(
      'see /files/1?sig=[redacted]&sort=title.',
    );
    expect(redact.text(`https:\\/\\/store\\/f?sig=${signature}`)).not.toContain('canary');
    expect(redact.text(`https://store/f?${signature}`)).toBe('https://store/f?[redacted]');
  });

  it('removes user names and passwords from URLs', () => {
    expect(redact.text('http://user:secret@host/books')).toBe('http://host/books');
  });

  it('redacts every string in a value, and shows only the origin of an upload URL', () => {
    const value = {
      data: [{ id: 1, attributes: { url: `https://store/${signature}/f?sig=1`, role: 'x' } }],
      [key]: [null, true, { note: `sent ${key}` }],
    };
    const { maskedValue, digest } = readDigest(redact.value(value));
    expect(digest).toMatch(/^[0-9a-f]{12}$/);
    expect(maskedValue).toEqual({
      data: [{ id: 1, attributes: { url: 'https://store/[signed-digest]', role: 'x' } }],
      '[key]': [null, true, { note: 'sent [key]' }],
    });
  });

  it('does not change ordinary text', () => {
    const text = 'expected 422: did it work? yes, at https://host/v2/distribution/books';
    expect(redact.text(text)).toBe(text);
  });

  it('masks the path of an upload URL in a sentence that quotes JSON', () => {
    const { text } = createRedactor([]);
    const response = { data: [{ id: 1, url: 'https://store.invalid/b/sig-1a2b/f?x=1' }] };
    const json = JSON.stringify(response);
    const escapedJson = json.replaceAll('/', String.raw`\/`);
    for (const sentence of [json, escapedJson, JSON.stringify(json), json.slice(0, 60)]) {
      expect(text(`201  application/json  ${sentence}`)).not.toContain('sig-1a2b');
      expect(text(sentence)).toContain('store.invalid/[signed]');
    }
  });
});
