/** Tests that a run removes its books however it ends, and lists those that it cannot remove. */
import { expect, it } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import { check, section } from '../suite/index.ts';
import type { RunEvent } from '../evidence/index.ts';
import { run } from './run.ts';
import { type RunOptions, unboundRun } from './run-options.ts';
import type { Network } from '../wire/index.ts';

const drafts = section('Drafts', [
  check('create.draft', {
    'makes books one after the other': async (t) => {
      for (let count = 0; count < 12; count += 1) await t.make.draft('ebook');
      t.expect.that(true, { expected: 'drafts', actual: 'drafts' });
    },
    'rejects a new book that is not a draft': async (t) => {
      await t.make.draft('print');
      t.expect.equal('withdrawn', 'draft', 'status of a new book');
    },
  }),
]);

/** Returns the first page of the account's list of books. */
async function readBookList(url: string, apikey: string): Promise<unknown> {
  const response = await fetch(`${url}/v2/distribution/books`, { headers: { apikey } });
  return JSON.parse(await response.text());
}

async function runDrafts(options: Partial<RunOptions>) {
  const server = await serveSandbox();
  const events: RunEvent[] = [];
  try {
    const outcome = await run([drafts], {
      ...unboundRun,
      baseUrl: `${server.url}/v2/distribution`,
      apiKey: server.key,
      allow: new Set(['read', 'write']),
      seed: 1,
      runs: 5,
      concurrency: 2,
      ...options,
      onEvent: (event) => {
        events.push(event);
        options.onEvent?.(event);
      },
    }).catch((error: unknown) => String(error));
    const createCount = events.filter(
      (event) => event.type === 'exchanged' && event.exchange.operation === 'createBook',
    ).length;
    return { outcome, createCount, list: await readBookList(server.url, server.key) };
  } finally {
    await server.close();
  }
}

it('removes its books when it stops at the first drift', async () => {
  const { outcome, createCount, list } = await runDrafts({ bail: true });
  expect(outcome).toMatchObject({ stopped: 'bail', leftovers: [] });
  expect(createCount).toBeGreaterThan(0);
  expect(list).toMatchObject({ meta: { total: 0 } });
});

it('removes its books when it runs out of requests', async () => {
  const { outcome, createCount, list } = await runDrafts({ maxRequests: 7 });
  expect(outcome).toMatchObject({ stopped: 'out of requests', leftovers: [] });
  expect(createCount).toBeGreaterThan(3);
  expect(list).toMatchObject({ meta: { total: 0 } });
});

it('removes its books when it is interrupted', async () => {
  const interrupt = new AbortController();
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'exchanged' && event.exchange.number === 6) interrupt.abort();
  };
  const { outcome, createCount, list } = await runDrafts({ signal: interrupt.signal, onEvent });
  expect(outcome).toMatchObject({ stopped: 'interrupted', leftovers: [] });
  expect(createCount).toBeGreaterThan(3);
  expect(list).toMatchObject({ meta: { total: 0 } });
});

it('removes its books when a listener fails', async () => {
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'found') throw new Error('The disk is full.');
  };
  const { outcome, createCount, list } = await runDrafts({ onEvent });
  expect(outcome).toContain('The disk is full.');
  expect(createCount).toBeGreaterThan(0);
  expect(list).toMatchObject({ meta: { total: 0 } });
});

it('lists every book that the service refuses to delete', async () => {
  const network: Network = async (url, request) =>
    request.method === 'DELETE' ? new Response(null, { status: 409 }) : fetch(url, request);
  const { outcome, list } = await runDrafts({ network });
  expect(list).toMatchObject({ meta: { total: 13 } });
  expect(outcome).toMatchObject({ leftovers: { length: 13 } });
});
