/** Tests which exchange is shown as the evidence of an observed answer. */
import { expect, it } from 'vitest';
import { serveSandbox } from '../../sandbox/index.ts';
import { observe, section } from '../suite/index.ts';
import { run } from './run.ts';
import { unboundRun } from './run-options.ts';

it('shows the response whose status is the answer, not a later one for comparison', async () => {
  const server = await serveSandbox();
  const observation = observe('list.int-parsing', async (t) => {
    const exchange = await t.wire({ method: 'GET', path: '/books', query: { page: 'abc' } });
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
    const [listAnswer] = answers.filter(({ silence }) => silence === 'list.int-parsing');
    expect([listAnswer?.answer, listAnswer?.evidence?.response.status]).toEqual(['400', 400]);
  } finally {
    await server.close();
  }
});
