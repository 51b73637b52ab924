/** Tests runs against a service with one account, with two, and with a second key that is refused. */
import { describe, expect, it } from 'vitest';
import { serveTestSandbox } from '../../support/fixtures.ts';
import { runOn } from '../../support/harness/run-on.ts';
import { accounts } from './accounts.check.ts';

describe('a run against a service', () => {
  it('says how to supply a second key if there is none, and ends after one request', async () => {
    const outcome = await runOn(await serveTestSandbox(), [accounts], { runs: 1 });
    expect(outcome.requests).toBe(1);
    expect(outcome.provable).toEqual([]);
    const [finding] = outcome.findings;
    expect(finding).toMatchObject({ verdict: 'unproven' });
    expect(finding?.reason).toContain('DISTRIBUTION_SECOND_KEY');
  });

  it('removes the books of both accounts', async () => {
    const server = await serveTestSandbox({ keys: ['one', 'two'] });
    const outcome = await runOn(server, [accounts], { runs: 1, secondKey: 'two' });
    expect(outcome.leftovers).toEqual([]);
    for (const apikey of ['one', 'two']) {
      const list = await fetch(`${server.url}/v2/distribution/books`, { headers: { apikey } });
      expect(await list.json()).toMatchObject({ meta: { total: 0 } });
    }
  });

  it('stops if the service refuses the second key, and names its variable', async () => {
    const server = await serveTestSandbox();
    const outcome = await runOn(server, [accounts], { runs: 1, secondKey: 'nobody' });
    expect(outcome.stopped).toBe('key refused');
    expect(outcome.stoppedBecause).toContain('DISTRIBUTION_SECOND_KEY');
  });
});
