/** Tests the diagnosis against our own sandbox, a wrong key, a host without a name and an untrusted certificate. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readReport } from '../output/index.ts';
import { createTestClient } from '../../sandbox/scenes/ask-in-process.ts';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import { runCommandLine } from '../scenes/run-command-line.ts';
import { consentTable } from './diagnose.ts';
import { suite } from '../../../tests/suite.ts';

let served: ServedSandbox;
beforeAll(async () => {
  served = await serveSandbox();
});
afterAll(async () => served.close());

async function diagnose(url: string, key?: string) {
  return runCommandLine(['doctor', url], { environment: key === undefined ? {} : { key } });
}

it('reports that a run can start, and what each consent would prove', async () => {
  const { code, out, err } = await diagnose(served.url, served.key);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('✓ key          the service accepts it');
  expect(out).toContain('✓ no key       is refused with 401');
  expect(out).toContain('✓ clock        agrees with this machine');
  expect(out).toMatch(/--allow read,write,publish,delete +up to \d{3} of \d{3}/);
  expect(out).toContain(`bookdist verify ${served.url}`);
});

type Place = readonly [url: string, key: string | undefined];

it.each<[string, () => Place, RegExp]>([
  ['a wrong key', () => [served.url, 'another-key'], /✗ key .*401/],
  ['no key', () => [served.url, undefined], /✗ key .*DISTRIBUTION_API_KEY is not set/],
  ['another path', () => [`${served.url}/elsewhere`, served.key], /✗ service .*404/],
  ['no service', () => ['http://127.0.0.1:48', served.key], /✗ service .*ECONNREFUSED/],
  ['no such host', () => ['https://no.invalid', served.key], /✗ DNS .*no\.invalid/],
])('exits with 3 for %s', async (_what, place, line) => {
  const { code, out } = await diagnose(...place());
  expect(out).toMatch(line);
  expect(code).toBe(3);
});

it('estimates at least what a read-only run proves', async () => {
  await served.sandbox.reset();
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-doctor-'));
  const environment = { key: served.key };
  await createTestClient(served.sandbox).create('ebook', { externalId: 'another-1' });
  await runCommandLine(['verify', served.url, '--out', folder], { environment });
  const report = await readReport(join(folder, 'report.json'));
  await rm(folder, { recursive: true });
  const { out } = await diagnose(served.url, served.key);
  const promised = Number(/--allow read +up to +(\d+) of/.exec(out)?.[1]);
  expect(promised).toBeGreaterThan(report.summary.must.proven);
  expect(report.summary.must.proven).toBeGreaterThan(20);
});

it('estimates the duration at the given rate', async () => {
  const { out } = await runCommandLine(['doctor', served.url, '--rate', '20'], {
    environment: { key: served.key },
  });
  expect(out).toMatch(/about \d+ requests, \d+ s at 20 a second/);
});

it('requires an address', async () => {
  expect(await runCommandLine(['doctor'])).toMatchObject({ code: 2 });
});

it('estimates more proof and more requests for more consent', () => {
  const rows = consentTable(suite, { rate: 20, secondKey: undefined }).split('\n').slice(0, 4);
  const proofs = rows.map((row) => Number(/up to +(\d+) of \d+/.exec(row)?.[1]));
  expect(proofs).toEqual(proofs.toSorted((a, b) => a - b));
  expect(rows.at(-1)).toMatch(/\d,\d{3} requests, \d+ (s|min) at 20 a second/);
});
