/** Tests that a run removes its books however it ends, and which answer to a silence counts. */
import { expect, it } from 'vitest';
import { check, section, observe } from '../suite/index.ts';
import type { RunEvent, Finding, StatusCount } from '../evidence/index.ts';
import type { RunOptions } from './run-options.ts';
import type { Network } from '../wire/index.ts';
import { createAnswerRecorder } from './answers.ts';
import { serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { runOn } from '../../../tests/support/harness/run-on.ts';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import { withdrawEmptyRefusals } from './monitor-findings.ts';

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
  const server = await serveTestSandbox();
  const events: RunEvent[] = [];
  const outcome = await runOn(server, [drafts], {
    allow: new Set(['read', 'write']),
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
}

it('removes its books when it stops at the first drift', async () => {
  const { outcome, createCount, list } = await runDrafts({ bail: true });
  expect(outcome).toMatchObject({ stopped: 'bail', leftovers: [] });
  expect(createCount).toBeGreaterThan(0);
  expect(list).toMatchObject({ meta: { total: 0 } });
});

it('stops at the first drift that the monitor sees, which no case asserts', async () => {
  const upperCase: Network = async (url, init) => {
    const response = await fetch(url, init);
    const text = (await response.text()).replaceAll('"ebook"', '"EBOOK"');
    return new Response(text, { status: response.status, headers: response.headers });
  };
  const { outcome, createCount } = await runDrafts({
    bail: true,
    concurrency: 1,
    network: upperCase,
  });
  expect(outcome).toMatchObject({ stopped: 'bail' });
  expect(createCount).toBe(1);
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

it('removes its books if the service limits the rate of each delete several times', async () => {
  const refusals = new Map<string, number>();
  const network: Network = async (url, request) => {
    const count = refusals.get(url) ?? 0;
    if (request.method !== 'DELETE' || count === 3) return fetch(url, request);
    refusals.set(url, count + 1);
    return new Response(null, { status: 429 });
  };
  const pause = async (): Promise<void> => {};
  const { outcome, list } = await runDrafts({ network, pause });
  expect(outcome).toMatchObject({ leftovers: [] });
  expect(list).toMatchObject({ meta: { total: 0 } });
});

it('lists every book that the service refuses to delete', async () => {
  const network: Network = async (url, request) =>
    request.method === 'DELETE' ? new Response(null, { status: 409 }) : fetch(url, request);
  const { outcome, list } = await runDrafts({ network });
  expect(list).toMatchObject({ meta: { total: 13 } });
  expect(outcome).toMatchObject({ leftovers: { length: 13 } });
});

const describeAnswers = (recorder: ReturnType<typeof createAnswerRecorder>): string[] =>
  recorder.answers().map(({ silence, answer, times }) => `${silence} ${answer} ${times}`);

it('only the answer of an observation counts, even if the monitor found others before and after it', () => {
  const recorder = createAnswerRecorder([]);
  recorder.recordFromMonitor({ silence: 'update.format', answer: 'accepted', evidence: undefined });
  recorder.recordFromObservation({
    silence: 'update.format',
    answer: 'ignored',
    evidence: undefined,
  });
  recorder.recordFromMonitor({ silence: 'update.format', answer: '422', evidence: undefined });
  expect(describeAnswers(recorder)).toEqual(['update.format ignored 1']);
});

it('two observations that differ both count', () => {
  const recorder = createAnswerRecorder([]);
  recorder.recordFromObservation({
    silence: 'update.format',
    answer: 'ignored',
    evidence: undefined,
  });
  recorder.recordFromObservation({ silence: 'update.format', answer: '422', evidence: undefined });
  expect(describeAnswers(recorder)).toEqual(['update.format ignored 1', 'update.format 422 1']);
});

it('the answer that the monitor found counts if no observation has one', () => {
  const recorder = createAnswerRecorder([]);
  recorder.recordFromMonitor({ silence: 'update.format', answer: '422', evidence: undefined });
  recorder.recordFromMonitor({ silence: 'update.format', answer: '422', evidence: undefined });
  recorder.recordFromObservation({ silence: 'isbn.formats', answer: '400', evidence: undefined });
  expect(describeAnswers(recorder)).toEqual(['isbn.formats 400 1', 'update.format 422 2']);
});

it('shows the response whose status is the answer, not a later one for comparison', async () => {
  const server = await serveTestSandbox();
  const observation = observe('path.invalid-uuid', async (t) => {
    const exchange = await t.wire({ method: 'GET', path: '/books/no-uuid' });
    await t.ask.list({ perPage: 1 });
    return String(exchange.response.status);
  });
  const suite = [section('Lists', [observation])];
  const { answers } = await runOn(server, suite, { allow: new Set(['read']), concurrency: 1 });
  const [listAnswer] = answers.filter(({ silence }) => silence === 'path.invalid-uuid');
  expect([listAnswer?.answer, listAnswer?.evidence?.response.status]).toEqual(['400', 400]);
});

const drift: Finding = {
  requirement: 'publish.unknown-404',
  section: 'Publishing',
  sentence: 'refuses an unknown book',
  source: 'monitor',
  verdict: 'drifts',
  difference: { expected: '404', actual: '403' },
  exchange: createExchange({ operation: 'publishBook', status: 403 }),
  requests: 1,
  requestsInRun: 1,
  took: 1,
};

function countRefusals(
  operation: StatusCount['operation'],
  status: number,
  times: number,
): StatusCount {
  return { operation, status, times, documented: true };
}

function verdictWith(...statuses: StatusCount[]) {
  return withdrawEmptyRefusals([drift], statuses).map(({ verdict }) => verdict);
}

it('a drift becomes unproven if the key may not call the operation, even after few calls', () => {
  const statuses = [countRefusals('listBooks', 200, 9), countRefusals('createBook', 403, 9)];
  expect(verdictWith(...statuses, countRefusals('publishBook', 403, 1))).toEqual(['unproven']);
});

it.each([
  ['403 is rare', [countRefusals('listBooks', 200, 9), countRefusals('publishBook', 403, 1)]],
  [
    'a call was accepted',
    [countRefusals('createBook', 403, 9), countRefusals('publishBook', 204, 1)],
  ],
  [
    'other operations answer otherwise',
    [countRefusals('createBook', 405, 9), countRefusals('listBooks', 200, 9)],
  ],
] as const)('a drift remains if %s', (_, statuses) => {
  expect(verdictWith(...statuses, countRefusals('publishBook', 403, 2))).toEqual(['drifts']);
});

it('a drift of the storage remains if it refuses every upload, because an upload needs no key', () => {
  const exchange = createExchange({ operation: 'putFile', status: 401 });
  const uploadDrift: Finding = { ...drift, requirement: 'put.no-key', exchange };
  const statuses = [countRefusals('listBooks', 200, 9), countRefusals('putFile', 401, 20)];
  expect(withdrawEmptyRefusals([uploadDrift], statuses)).toEqual([uploadDrift]);
});
