/** Tests bodies of any size, masked keys, and that errors name only certain requirements of the ledger. */
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { makeReadable } from './body.ts';
import { createMask } from './headers.ts';
import { requirements } from '../../generated/requirements.ts';
import { findRequirement, requirementsByOperation } from './response-error.ts';
import { createScene } from '../../../tests/support/client/scene.ts';
import { startServer } from '../../../tests/support/fixtures.ts';

const apiKey = 'canary-key-4711';
const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';

/** Creates an endless body of spaces, and records how much of it was read. */
function createEndlessBody() {
  const usage = { bytes: 0, cancelled: false };
  const piece = new Uint8Array(2 ** 16).fill(0x20);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        usage.bytes += piece.length;
        controller.enqueue(piece);
      },
      cancel: () => {
        usage.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, usage };
}

const createClient = (fetch: () => Response) =>
  createDistribution({ baseUrl: 'https://host.example', apiKey, fetch, maxRetries: 0 });

describe('an endless body', () => {
  it('of a success is read up to 16 MiB and cancelled, and the error names the limit', async () => {
    const { body, usage } = createEndlessBody();
    const call = createClient(() => new Response(body)).books.get(id);
    await expect(call).rejects.toMatchObject({ type: 'unexpected-response', attempts: 1 });
    await expect(call).rejects.toThrow('expected at most 16 MiB of JSON');
    // 16 MiB, and one more piece.
    expect(usage.bytes).toBeLessThanOrEqual(2 ** 24 + 2 ** 16);
    expect(usage.cancelled).toBe(true);
  });

  it('of a success to a raw call causes an error that names the limit', async () => {
    const { raw } = createClient(() => new Response(createEndlessBody().body));
    const params = { path: { bookPublicId: id } };
    await expect(raw.GET('/books/{bookPublicId}', { params })).rejects.toThrow('16 MiB');
  });

  it.each([500, 404, 301])('of a %i is read up to 64 kB and then cancelled', async (status) => {
    const { body, usage } = createEndlessBody();
    const call = createClient(() => new Response(body, { status })).books.get(id);
    await expect(call).rejects.toThrow(/only the first 64 kB of its body were read\./);
    // 64 KiB, and one more piece.
    expect(usage.bytes).toBeLessThanOrEqual(2 ** 17);
    expect(usage.cancelled).toBe(true);
  });

  it('does not stall the call if its cancellation never resolves', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(2 ** 16)),
      cancel: async () => new Promise(() => undefined),
    });
    const call = createClient(() => new Response(body, { status: 500 })).books.get(id);
    await expect(call).rejects.toMatchObject({ type: 'response' });
  });
});

it('counts the bytes of a compressed body after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
  const baseUrl = await startServer((_, response) => {
    response
      .writeHead(500, { 'content-encoding': 'gzip', 'content-length': bomb.length })
      .end(bomb);
  });
  const before = process.memoryUsage().rss;
  const { books } = createDistribution({ baseUrl, apiKey, maxRetries: 0 });
  await expect(books.get(id)).rejects.toMatchObject({ type: 'response', status: 500 });
  // Half of the 200 MB to which the body would expand.
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

it('makes a response from another realm, as in Jest, readable again', async () => {
  const prototype: unknown = runInNewContext('({ text() { throw new Error("used"); } })');
  if (typeof prototype !== 'object') throw new Error('the context made no object');
  const response = new Response('used');
  Object.setPrototypeOf(response, prototype);
  makeReadable(response, 'kept');
  expect(await response.text()).toBe('kept');
});

const maskedKey = 'a"B<c>/d&e+f=g h%';
const forms: readonly string[] = [
  maskedKey,
  maskedKey.toUpperCase(),
  encodeURIComponent(maskedKey),
  encodeURIComponent(maskedKey).toLowerCase(),
  encodeURI(maskedKey),
  new URLSearchParams({ apikey: maskedKey }).toString().slice('apikey='.length),
  JSON.stringify(maskedKey).slice(1, -1),
  'a&quot;B&lt;c&gt;/d&amp;e+f=g h%',
  'a&#34;B\\u003cc&#x3E;/d%26e+f=g h%25',
  Buffer.from(maskedKey).toString('base64'),
  Buffer.from(maskedKey).toString('base64url'),
  Buffer.from(maskedKey).toString('hex'),
];

describe('a key', () => {
  it.each(forms)(
    'does not appear in an error or a hook if the service repeats it as %s',
    async (form) => {
      const hookValues: unknown[] = [];
      const { books } = createDistribution({
        baseUrl: 'https://host.example',
        apiKey: maskedKey,
        maxRetries: 0,
        onRequest: (request) => {
          hookValues.push(request);
          return (end) => hookValues.push(end);
        },
        fetch: () =>
          Response.json({ message: `no ${form} here` }, { status: 404, headers: { server: form } }),
      });
      const error: unknown = await books.get('x').catch((thrown: unknown) => thrown);
      expect(String(error)).toMatch(/no \[apikey\]=* here/);
      expect(JSON.stringify([error, hookValues])).not.toContain(JSON.stringify(form).slice(1, -1));
    },
  );
});

const createProblem = (...names: readonly string[]) => ({
  title: 'No',
  status: 422,
  type: undefined,
  detail: undefined,
  instance: undefined,
  invalidParams: names.map((name) => ({ name, reason: '' })),
});

it('all requirements that errors may name are in the ledger', () => {
  const ids = Object.values(requirementsByOperation).flatMap((row) => Object.values(row));
  expect(Object.keys(requirements)).toEqual(expect.arrayContaining(ids));
});

it.each([
  ['createBook', 422, ['isbn'], 'isbn.valid-on-create'],
  ['updateBook', 422, ['publicationDate'], 'date.valid-on-update'],
  ['requestUploads', 400, ['0.role', '1.role'], 'upload.role-fits-format'],
  ['createBook', 400, ['isbn'], 'create.schema-400'],
  ['createBook', 422, ['isbn', 'publicationDate'], undefined],
  ['publishBook', 422, [], undefined],
  ['deleteBook', 409, [], 'delete.refused-409'],
] as const)('%s with %i for the fields %j has the requirement %s', (...row) => {
  const [operation, status, names, requirementId] = row;
  expect(findRequirement(operation, status, createProblem(...names))).toBe(requirementId);
});

it('masks a long text in linear time', () => {
  const mask = createMask('canary-key-4711');
  const text = 'http://'.repeat(300_000);
  // In quadratic time, this would take minutes.
  expect(mask(text)).toBe(text);
});

it.each([
  ['HTTP://a/b?c=1,d', 'HTTP://a/b?[query]'],
  ['"https://e/?f" (https://g)', '"https://e/?[query]" (https://g)'],
  ['/put/1?signature=s', '/put/1?[query]'],
  ['put/1?x&signature=s', 'put/1?[query]'],
  ['?signature=s', '?[query]'],
  ['//host/put?signature=s', '//host/put?[query]'],
  ['https%3A%2F%2Fa%2Fput%3Fsignature%3Ds', 'https%3A%2F%2Fa%2Fput?[query]'],
  ['Really? Yes, a = b.', 'Really? Yes, a = b.'],
])('masks the query of each URL, absolute or not: %s', (text, masked) => {
  expect(createMask('canary-key-4711')(`see ${text} now`)).toBe(`see ${masked} now`);
});

it('bounds the message of an error, but not its Problem', async () => {
  const invalidParams = Array.from({ length: 500 }, (_, n) => ({ name: `${n}`, reason: 'no' }));
  const problem = { title: 'No', status: 422, detail: 'x'.repeat(30_000), invalidParams };
  const scene = createScene(async () => Response.json(problem, { status: 422 }));
  const error: unknown = await scene.books.get('a').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ problem: { detail: problem.detail, invalidParams } });
  expect(String(error).length).toBeLessThan(2_100);
});
