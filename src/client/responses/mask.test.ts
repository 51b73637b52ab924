/** Tests that the key is masked in every form a gateway may repeat it in. */
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { createMask } from './mask.ts';

const apiKey = 'a"B<c>/d&e+f=g h%';
const forms: readonly string[] = [
  apiKey,
  apiKey.toUpperCase(),
  encodeURIComponent(apiKey),
  encodeURIComponent(apiKey).toLowerCase(),
  encodeURI(apiKey),
  new URLSearchParams({ apikey: apiKey }).toString().slice('apikey='.length),
  JSON.stringify(apiKey).slice(1, -1),
  'a&quot;B&lt;c&gt;/d&amp;e+f=g h%',
  'a&#34;B\\u003cc&#x3E;/d%26e+f=g h%25',
  Buffer.from(apiKey).toString('base64'),
  Buffer.from(apiKey).toString('base64url'),
  Buffer.from(apiKey).toString('hex'),
];

describe('a key', () => {
  it.each(forms)('is masked as %s', (form) => {
    expect(createMask(apiKey)(`before ${form} after`)).toMatch(/^before \[apikey\]=* after$/);
  });

  it.each(forms)('that a service repeats as %s is in no error and no hook', async (form) => {
    const seen: unknown[] = [];
    const { books } = createDistribution({
      baseUrl: 'https://host.example',
      apiKey,
      maxRetries: 0,
      onRequest: (request) => {
        seen.push(request);
        return (end) => seen.push(end);
      },
      fetch: () =>
        Response.json({ message: `no ${form}` }, { status: 404, headers: { server: form } }),
    });
    const error: unknown = await books.get('x').catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/no \[apikey\]/);
    expect(JSON.stringify([error, seen])).not.toContain(JSON.stringify(form).slice(1, -1));
  });
});
