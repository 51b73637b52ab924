/** Tests that a run leaves no book behind, however it ends. */
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
      for (let made = 0; made < 12; made += 1) await t.make.draft('ebook');
      t.expect.that(true, { expected: 'drafts', actual: 'drafts' });
    },
    'rejects a new book that is not a draft': async (t) => {
      await t.make.draft('print');
      t.expect.equal('withdrawn', 'draft', 'status of a new book');
    },
  }),
]);

/** Returns the number of books in the account. */
async function shown(url: string, apikey: string): Promise<unknown> {
  const answer = await fetch(`${url}/v2/distribution/books`, { headers: { apikey } });
  return JSON.parse(await answer.text());
}

async function ended(options: Partial<RunOptions>) {
  const served = await serveSandbox();
  const events: RunEvent[] = [];
  try {
    const outcome = await run([drafts], {
      ...unboundRun,
      baseUrl: `${served.url}/v2/distribution`,
      apiKey: served.key,
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
    const made = events.filter(
      (event) => event.type === 'exchanged' && event.exchange.operation === 'createBook',
    ).length;
    return { outcome, made, left: await shown(served.url, served.key) };
  } finally {
    await served.close();
  }
}

it('removes its books when it stops at the first drift', async () => {
  const { outcome, made, left } = await ended({ bail: true });
  expect(outcome).toMatchObject({ stopped: 'bail', leftovers: [] });
  expect(made).toBeGreaterThan(0);
  expect(left).toMatchObject({ meta: { total: 0 } });
});

it('removes its books when it runs out of requests', async () => {
  const { outcome, made, left } = await ended({ maxRequests: 7 });
  expect(outcome).toMatchObject({ stopped: 'out of requests', leftovers: [] });
  expect(made).toBeGreaterThan(3);
  expect(left).toMatchObject({ meta: { total: 0 } });
});

it('removes its books when it is interrupted', async () => {
  const interrupt = new AbortController();
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'exchanged' && event.exchange.number === 6) interrupt.abort();
  };
  const { outcome, made, left } = await ended({ signal: interrupt.signal, onEvent });
  expect(outcome).toMatchObject({ stopped: 'interrupted', leftovers: [] });
  expect(made).toBeGreaterThan(3);
  expect(left).toMatchObject({ meta: { total: 0 } });
});

it('removes its books when a listener fails', async () => {
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'found') throw new Error('The disk is full.');
  };
  const { outcome, made, left } = await ended({ onEvent });
  expect(outcome).toContain('The disk is full.');
  expect(made).toBeGreaterThan(0);
  expect(left).toMatchObject({ meta: { total: 0 } });
});

it('lists what the service does not delete', async () => {
  const refusing: Network = async (url, request) =>
    request.method === 'DELETE' ? new Response(null, { status: 409 }) : fetch(url, request);
  const { outcome, left } = await ended({ network: refusing });
  expect(left).toMatchObject({ meta: { total: 13 } });
  expect(outcome).toMatchObject({ leftovers: { length: 13 } });
});
