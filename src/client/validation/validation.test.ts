/** Tests that responses are compared with the contract when that was asked for, and that no value of them is shown. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { DistributionOptions } from '../create-distribution.ts';
import { canary } from '../scenes/known-faults.ts';
import { judgeResponse, type Violation } from './judge.ts';
import { validation } from './validation.ts';
import { listItem, namedBook, scene } from '../scenes/scene.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const item = listItem(id);
const meta = { total: 1, page: 1, perPage: 1, lastPage: 1 };
const links = { self: '/', next: null, prev: null };

describe.each(['reference', 'walkthrough'] as const)('a service that conforms, %s', (form) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    const readings = { 'create.response': form, 'update.response': form, 'upload.response': form };
    sandbox = await createSandbox({ key: canary.apiKey, readings });
  });
  afterAll(async () => sandbox.close());

  it('does not change the result of any call', async () => {
    const found: Violation[] = [];
    const onViolation = (violation: Violation) => found.push(violation);
    const { books } = scene(
      sandbox.fetch,
      {},
      {
        validate: validation({ strict: true, onViolation }),
      },
    );
    const created = await books.create(namedBook);
    await books.update(created.id, { title: 'Tides' });
    await books.findByExternalId('backlist/0042');
    await books.list().toArray({ limit: 5 });
    await books.requestUploads(created.id, [
      { referenceId: 'a', role: 'ebook_cover', filename: 'a.png', hashSha256: 'a'.repeat(64) },
    ]);
    await books.delete(created.id);
    expect(found).toEqual([]);
  });
});

describe('an answer that breaks the contract', () => {
  const service = async () =>
    Response.json({ data: { id: canary.apiKey, type: 'book', attributes: { title: 7 } } });
  const reading = (options: Partial<DistributionOptions>) =>
    scene(service, {}, options).books.get(id);

  it('is taken as it is unless asked', async () => {
    await expect(reading({})).resolves.toMatchObject({ attributes: { title: 7 } });
  });

  it('is reported and returned', async () => {
    const found: Violation[] = [];
    const onViolation = (violation: Violation) => {
      found.push(violation);
      throw new Error('not heard');
    };
    await expect(reading({ validate: validation({ onViolation }) })).resolves.toBeDefined();
    const at = { operation: 'readBook', status: 200 };
    expect(found).toContainEqual({
      ...at,
      pointer: '/data/id',
      expected: 'a uuid',
      received: 'string',
    });
    const title = { pointer: '/data/attributes/title', expected: 'string', received: 'number' };
    expect(found).toContainEqual({ ...at, ...title });
    const format = { pointer: '/data/attributes/format', expected: 'a value', received: 'nothing' };
    expect(found).toContainEqual({ ...at, ...format });
    expect(JSON.stringify(found)).not.toMatch(/canary/);
  });

  it('is said on the console where no place was given', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await reading({ validate: validation() });
    expect(warn).toHaveBeenCalledWith(
      'readBook 200: expected a uuid at /data/id; received string.',
    );
    warn.mockRestore();
  });

  it('is refused when strict', async () => {
    const refused = reading({
      validate: validation({ strict: true, onViolation: () => undefined }),
    });
    await expect(refused).rejects.toMatchObject({ type: 'unexpected-response', status: 200 });
    await expect(refused).rejects.toThrow(/readBook expected a uuid at .data.id; received/);
  });
});

describe('judgeResponse', () => {
  const page = { data: [item], meta, links };

  it.each([
    ['createBook', 201, { bookId: id }],
    ['listBooks', 200, page],
    ['listBooks', 200, { ...page, more: 7 }],
    ['requestUploads', 201, [{ id, url: 'x', expiresAt: '2026-11-21T00:00:00Z' }]],
    ['attachFile', 200, {}],
    ['deleteBook', 202, 'anything'],
  ] as const)('has nothing to say of %s %i', (operation, status, body) => {
    expect(judgeResponse(operation, status, body)).toEqual([]);
  });

  it.each([
    ['createBook', 200, { bookId: id }, '', 'status 201', '200'],
    ['createBook', 201, { bookId: 7 }, '/bookId', 'string', 'number'],
    ['createBook', 201, [], '', 'object', 'array'],
    [
      'listBooks',
      200,
      { ...page, meta: { ...meta, page: 0 } },
      '/meta/page',
      'at least 1',
      'number',
    ],
    [
      'listBooks',
      200,
      { ...page, meta: { ...meta, total: 1.5 } },
      '/meta/total',
      'integer',
      'number',
    ],
    [
      'listBooks',
      200,
      { ...page, meta: { ...meta, perPage: 101 } },
      '/meta/perPage',
      'at most 100',
      'number',
    ],
    ['listBooks', 200, { ...page, data: null }, '/data', 'array', 'null'],
    [
      'listBooks',
      200,
      { ...page, data: [{ ...item, type: 'x' }] },
      '/data/0/type',
      'one of book',
      'string',
    ],
    [
      'requestUploads',
      201,
      [{ id, url: 'x', expiresAt: 'soon' }],
      '/0/expiresAt',
      'a date-time',
      'string',
    ],
  ] as const)('finds what is wrong in %s %i: %j', (...row) => {
    const [operation, status, body, pointer, expected, received] = row;
    expect(judgeResponse(operation, status, body)).toEqual([
      { operation, status, pointer, expected, received },
    ]);
  });
});
