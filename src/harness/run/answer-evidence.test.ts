/** Tests which exchange is shown as the evidence of an observed answer. */
import { expect, it } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import { observe, section } from '../suite/index.ts';
import { run } from './run.ts';
import { unboundRun } from './run-options.ts';

it('shows the response with the answered status, not a call for comparison after it', async () => {
  const served = await serveSandbox();
  const compares = observe('list.int-parsing', async (t) => {
    const asked = await t.wire({ method: 'GET', path: '/books', query: { page: 'abc' } });
    await t.ask.list({ perPage: 1 });
    return String(asked.status);
  });
  try {
    const { answers } = await run([section('Lists', [compares])], {
      ...unboundRun,
      baseUrl: `${served.url}/v2/distribution`,
      apiKey: served.key,
      allow: new Set(['read']),
      seed: 1,
      runs: 1,
      concurrency: 1,
      onEvent: () => undefined,
    });
    const [shown] = answers.filter(({ silence }) => silence === 'list.int-parsing');
    expect([shown?.answer, shown?.evidence?.status]).toEqual(['400', 400]);
  } finally {
    await served.close();
  }
});
