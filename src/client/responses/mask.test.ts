/** Tests that the key is masked in every encoding that a gateway may repeat. */
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

  it.each(forms)(
    'does not appear in an error or a hook if the service repeats it as %s',
    async (form) => {
      const hookValues: unknown[] = [];
      const { books } = createDistribution({
        baseUrl: 'https://host.example',
        apiKey,
        maxRetries: 0,
        onRequest: (request) => {
          hookValues.push(request);
          return (end) => hookValues.push(end);
        },
        fetch: () =>
          Response.json({ message: `no ${form}` }, { status: 404, headers: { server: form } }),
      });
      const error: unknown = await books.get('x').catch((thrown: unknown) => thrown);
      expect(String(error)).toMatch(/no \[apikey\]/);
      expect(JSON.stringify([error, hookValues])).not.toContain(JSON.stringify(form).slice(1, -1));
    },
  );
});
