import { afterEach, expect, test } from 'vitest';
import { testingService, type TestingService } from '../../testing/index.ts';
import { createLiveListener } from '../live-judge.ts';
import { createRecordingFetch } from '../recordings/recording-fetch.ts';
import { callCorrectly, faultyCallers, type Surroundings } from '../scenes/index.ts';
import { createCallerJudge, type CallerJudge } from './caller-judge.ts';

let service: TestingService | undefined;
afterEach(async () => service?.close());

async function surroundings(judge: CallerJudge): Promise<Surroundings> {
  const started = await testingService();
  service = started;
  const listener = createLiveListener((observed) => void judge.hear(observed));
  return {
    fetch: createRecordingFetch(started.fetch, listener),
    api: `${started.baseUrl}/v2/distribution`,
    apiKey: started.connection.apiKey,
    advance: (milliseconds) => started.clock.advance(milliseconds),
    loseCreate: () =>
      started.intercept('createBook', async (request, answer) => {
        await answer(request);
        throw new TypeError('fetch failed');
      }),
    refuseList: () => started.answer('listBooks', { status: 429, headers: { 'retry-after': '2' } }),
  };
}

function broken(judge: CallerJudge): string[] {
  return judge
    .rows()
    .filter((row) => row.broken > 0)
    .map((row) => row.requirement);
}

test('finds nothing in a caller that does what the document describes', async () => {
  const judge = createCallerJudge();
  await callCorrectly(await surroundings(judge));
  expect(judge.rows().flatMap(({ findings }) => findings)).toEqual([]);
  const judged = judge.rows().filter((row) => row.judged > 0);
  expect(judged.length).toBeGreaterThan(10);
});

test.each(faultyCallers)('names what $name breaks, and nothing else', async ({ breaks, run }) => {
  const judge = createCallerJudge();
  await run(await surroundings(judge));
  expect(broken(judge)).toEqual([breaks]);
});
