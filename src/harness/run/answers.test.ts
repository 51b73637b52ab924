/** Tests which answer to a silence counts, its evidence, and for which refusals a drift is withdrawn. */
import { expect, it } from 'vitest';
import { createAnswerRecorder } from './answers.ts';
import { serveSandbox } from '../../sandbox/index.ts';
import { observe, section } from '../suite/index.ts';
import { run } from './run.ts';
import { unboundRun } from './run-options.ts';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import type { Finding, StatusCount } from '../evidence/index.ts';
import { withdrawEmptyRefusals } from './monitor-findings.ts';

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
  const server = await serveSandbox();
  const observation = observe('path.invalid-uuid', async (t) => {
    const exchange = await t.wire({ method: 'GET', path: '/books/no-uuid' });
    await t.ask.list({ perPage: 1 });
    return String(exchange.response.status);
  });
  try {
    const { answers } = await run([section('Lists', [observation])], {
      ...unboundRun,
      baseUrl: `${server.url}/v2/distribution`,
      apiKey: server.key,
      allow: new Set(['read']),
      seed: 1,
      runs: 1,
      concurrency: 1,
      onEvent: () => undefined,
    });
    const [listAnswer] = answers.filter(({ silence }) => silence === 'path.invalid-uuid');
    expect([listAnswer?.answer, listAnswer?.evidence?.response.status]).toEqual(['400', 400]);
  } finally {
    await server.close();
  }
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

function createCount(
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
  const statuses = [createCount('listBooks', 200, 9), createCount('createBook', 403, 9)];
  expect(verdictWith(...statuses, createCount('publishBook', 403, 1))).toEqual(['unproven']);
});

it.each([
  ['403 is rare', [createCount('listBooks', 200, 9), createCount('publishBook', 403, 1)]],
  ['a call was accepted', [createCount('createBook', 403, 9), createCount('publishBook', 204, 1)]],
  [
    'other operations answer otherwise',
    [createCount('createBook', 405, 9), createCount('listBooks', 200, 9)],
  ],
] as const)('a drift remains if %s', (_, statuses) => {
  expect(verdictWith(...statuses, createCount('publishBook', 403, 2))).toEqual(['drifts']);
});

it('a drift of the storage remains if it refuses every upload, because an upload needs no key', () => {
  const exchange = createExchange({ operation: 'putFile', status: 401 });
  const uploadDrift: Finding = { ...drift, requirement: 'put.no-key', exchange };
  const statuses = [createCount('listBooks', 200, 9), createCount('putFile', 401, 20)];
  expect(withdrawEmptyRefusals([uploadDrift], statuses)).toEqual([uploadDrift]);
});
