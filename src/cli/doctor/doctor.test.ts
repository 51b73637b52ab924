/** Tests the diagnosis of our own sandbox, with right and wrong addresses and keys. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readReport } from '../output/index.ts';
import { createTestClient } from '../../sandbox/scenes/test-client.ts';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import { runCommandLine } from '../scenes/run-command-line.ts';
import { renderConsentTable } from './diagnose.ts';
import { suite } from '../../../tests/suite.ts';

let sandbox: ServedSandbox;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(async () => sandbox.close());

async function diagnose(url: string, key?: string) {
  return runCommandLine(['doctor', url], { environment: key === undefined ? {} : { key } });
}

it('reports that a run can start, and what each consent would prove', async () => {
  const { code, out, err } = await diagnose(sandbox.url, sandbox.key);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('✓ key          the service accepts it');
  expect(out).toContain('✓ no key       is refused with 401');
  expect(out).toContain('✓ clock        agrees with this machine');
  expect(out).toMatch(/--allow read,write,publish,delete +up to \d{3} of \d{3}/);
  expect(out).toContain(`bookdist verify ${sandbox.url}`);
});

type DoctorArguments = readonly [url: string, key: string | undefined];

it.each<[string, () => DoctorArguments, RegExp]>([
  ['a wrong key', () => [sandbox.url, 'another-key'], /✗ key .*401/],
  ['no key', () => [sandbox.url, undefined], /✗ key .*DISTRIBUTION_API_KEY is not set/],
  ['another path', () => [`${sandbox.url}/elsewhere`, sandbox.key], /✗ service .*404/],
  ['no service', () => ['http://127.0.0.1:48', sandbox.key], /✗ service .*ECONNREFUSED/],
  ['no such host', () => ['https://no.invalid', sandbox.key], /✗ DNS .*no\.invalid/],
])('exits with 3 for %s', async (_name, createArguments, line) => {
  const { code, out } = await diagnose(...createArguments());
  expect(out).toMatch(line);
  expect(code).toBe(3);
});

it('estimates more than what a read-only run proves', async () => {
  await sandbox.sandbox.reset();
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-doctor-'));
  const environment = { key: sandbox.key };
  await createTestClient(sandbox.sandbox).create('ebook', { externalId: 'another-1' });
  await runCommandLine(['verify', sandbox.url, '--out', folder], { environment });
  const report = await readReport(join(folder, 'report.json'));
  await rm(folder, { recursive: true });
  const { out } = await diagnose(sandbox.url, sandbox.key);
  const estimatedProof = Number(/--allow read +up to +(\d+) of/.exec(out)?.[1]);
  expect(estimatedProof).toBeGreaterThan(report.summary.must.proven);
  expect(report.summary.must.proven).toBeGreaterThan(20);
});

it('estimates the duration at the given rate', async () => {
  const { out } = await runCommandLine(['doctor', sandbox.url, '--rate', '20'], {
    environment: { key: sandbox.key },
  });
  expect(out).toMatch(/about \d+ requests, \d+ s at 20 a second/);
});

it('exits with 2 without an address', async () => {
  expect(await runCommandLine(['doctor'])).toMatchObject({ code: 2 });
});

it('never estimates less proof for more consent, and adds requests and duration', () => {
  const rows = renderConsentTable(suite, { rate: 20, secondKey: undefined })
    .split('\n')
    .slice(0, 4);
  const proofs = rows.map((row) => Number(/up to +(\d+) of \d+/.exec(row)?.[1]));
  expect(proofs).toEqual(proofs.toSorted((a, b) => a - b));
  expect(rows.at(-1)).toMatch(/\d,\d{3} requests, \d+ (s|min) at 20 a second/);
});
