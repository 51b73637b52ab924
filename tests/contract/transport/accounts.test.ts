/** Tests what a run reports about two accounts: every leak, and no drift if there is none. */
import { describe, expect, it } from 'vitest';
import { runOnOwnSandbox } from '../../support/own-runs/run-on-own-sandbox.ts';
import { accountFaults } from '../../../src/faults/account-faults.ts';
import { run, unboundRun } from '../../../src/harness/run/index.ts';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import { accounts } from './accounts.check.ts';

const sandboxOptions = { seed: 1, runs: 1, knows: true };

function listDrifts({ findings }: Awaited<ReturnType<typeof run>>): string[] {
  const drifts = findings.filter(({ verdict }) => verdict === 'drifts');
  return [...new Set(drifts.map(({ requirement }) => requirement))].toSorted();
}

describe.each(accountFaults.map((fault) => [fault.name, fault] as const))('%s', (_name, fault) => {
  it('drifts for every requirement that the fault breaks', async () => {
    const outcome = await runOnOwnSandbox([accounts], {
      ...sandboxOptions,
      sandbox: { faults: [fault] },
    });
    expect(listDrifts(outcome)).toEqual(expect.arrayContaining([...fault.breaks]));
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
])('a service with the reading %j', (readings) => {
  it('conforms to all account requirements, and keeps no book of the run', async () => {
    const outcome = await runOnOwnSandbox([accounts], { ...sandboxOptions, sandbox: { readings } });
    expect(listDrifts(outcome)).toEqual([]);
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
