/** Tests what a run says about two accounts: each leak, and no false alarm without one. */
import { describe, expect, it } from 'vitest';
import { runOnOwnSandbox } from '../../../scripts/own-runs/run-on-own-sandbox.ts';
import { accountFaults } from '../../../src/faults/account-faults.ts';
import { run, unboundRun } from '../../../src/harness/run/index.ts';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import { accounts } from './accounts.check.ts';

const usual = { seed: 1, runs: 1, knows: true };

function drifting({ findings }: Awaited<ReturnType<typeof run>>): string[] {
  const drifts = findings.filter(({ verdict }) => verdict === 'drifts');
  return [...new Set(drifts.map(({ requirement }) => requirement))].toSorted();
}

describe.each(accountFaults.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) => {
  it('is found', async () => {
    const outcome = await runOnOwnSandbox([accounts], { ...usual, sandbox: { faults: [fault] } });
    expect(drifting(outcome)).toEqual(expect.arrayContaining([...fault.breaks]));
  });
});

describe.each([
  { tenancy: '404' },
  { tenancy: '403' },
  { 'delete.effect': 'tombstone' },
  { 'not-found.deleted': '410' },
  { consistency: 'eventual' },
  { 'create.duplicate-external-id': '409' },
  { 'attach.other-book': '422' },
  { 'upload.refresh': 'same-id' },
])('a service that answers %j', (readings) => {
  it('keeps its accounts apart', async () => {
    const outcome = await runOnOwnSandbox([accounts], { ...usual, sandbox: { readings } });
    expect(drifting(outcome)).toEqual([]);
    const proven = outcome.judged.filter(({ verdict }) => verdict === 'conforms');
    expect(proven.map(({ requirement }) => requirement)).toEqual(
      expect.arrayContaining([
        'account.guards-books',
        'account.guards-files',
        'account.hides-books',
        'account.own-external-ids',
      ]),
    );
    expect(outcome.leftovers).toEqual([]);
  });
});

describe('a run against a service', () => {
  const options = { ...unboundRun, seed: 1, runs: 1 };

  it('says how to supply a second key if there is none, and sends nothing', async () => {
    const served = await serveSandbox({});
    try {
      const baseUrl = `${served.url}/v2/distribution`;
      const outcome = await run([accounts], { ...options, baseUrl, apiKey: served.key });
      expect(outcome.requests).toBe(1);
      expect(outcome.provable).toEqual([]);
      const [finding] = outcome.findings;
      expect(finding).toMatchObject({ verdict: 'unproven' });
      expect(finding?.reason).toContain('DISTRIBUTION_SECOND_KEY');
    } finally {
      await served.close();
    }
  });

  it('removes the books of both accounts', async () => {
    const served = await serveSandbox({ keys: ['one', 'two'] });
    try {
      const baseUrl = `${served.url}/v2/distribution`;
      const keys = { apiKey: 'one', secondKey: 'two' };
      const outcome = await run([accounts], { ...options, baseUrl, ...keys });
      expect(outcome.leftovers).toEqual([]);
      for (const apikey of ['one', 'two']) {
        const list = await fetch(`${baseUrl}/books`, { headers: { apikey } });
        expect(await list.json()).toMatchObject({ meta: { total: 0 } });
      }
    } finally {
      await served.close();
    }
  });

  it('stops at a second key that the service refuses', async () => {
    const served = await serveSandbox({});
    try {
      const baseUrl = `${served.url}/v2/distribution`;
      const keys = { apiKey: served.key, secondKey: 'nobody' };
      const outcome = await run([accounts], { ...options, baseUrl, ...keys });
      expect(outcome.stopped).toBe('key refused');
      expect(outcome.stoppedBecause).toContain('DISTRIBUTION_SECOND_KEY');
    } finally {
      await served.close();
    }
  });
});
