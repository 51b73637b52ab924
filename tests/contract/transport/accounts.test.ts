/** Tests runs against a service with one account, with two, and with a second key that is refused. */
import { describe, expect, it } from 'vitest';
import { run, unboundRun } from '../../../src/harness/run/index.ts';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import { accounts } from './accounts.check.ts';

describe('a run against a service', () => {
  const options = { ...unboundRun, seed: 1, runs: 1 };

  it('says how to supply a second key if there is none, and ends after one request', async () => {
    const sandbox = await serveSandbox({});
    try {
      const baseUrl = `${sandbox.url}/v2/distribution`;
      const outcome = await run([accounts], { ...options, baseUrl, apiKey: sandbox.key });
      expect(outcome.requests).toBe(1);
      expect(outcome.provable).toEqual([]);
      const [finding] = outcome.findings;
      expect(finding).toMatchObject({ verdict: 'unproven' });
      expect(finding?.reason).toContain('DISTRIBUTION_SECOND_KEY');
    } finally {
      await sandbox.close();
    }
  });

  it('removes the books of both accounts', async () => {
    const sandbox = await serveSandbox({ keys: ['one', 'two'] });
    try {
      const baseUrl = `${sandbox.url}/v2/distribution`;
      const keys = { apiKey: 'one', secondKey: 'two' };
      const outcome = await run([accounts], { ...options, baseUrl, ...keys });
      expect(outcome.leftovers).toEqual([]);
      for (const apikey of ['one', 'two']) {
        const list = await fetch(`${baseUrl}/books`, { headers: { apikey } });
        expect(await list.json()).toMatchObject({ meta: { total: 0 } });
      }
    } finally {
      await sandbox.close();
    }
  });

  it('stops if the service refuses the second key, and names its variable', async () => {
    const sandbox = await serveSandbox({});
    try {
      const baseUrl = `${sandbox.url}/v2/distribution`;
      const keys = { apiKey: sandbox.key, secondKey: 'nobody' };
      const outcome = await run([accounts], { ...options, baseUrl, ...keys });
      expect(outcome.stopped).toBe('key refused');
      expect(outcome.stoppedBecause).toContain('DISTRIBUTION_SECOND_KEY');
    } finally {
      await sandbox.close();
    }
  });
});
