/** Tests the diagnosis of our own sandbox, with right and wrong addresses and keys. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readReport } from '../output/index.ts';
import { renderConsentTable } from './diagnose.ts';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder, serveTestSandbox } from '../../../tests/support/fixtures.ts';
import { createTestClient } from '../../../tests/support/sandbox/test-client.ts';
import { suite } from '../../../tests/suite.ts';

const sandbox = await serveTestSandbox();

async function diagnose(
  url = sandbox.url,
  key: string | undefined = sandbox.key,
  ...args: string[]
) {
  return runCommandLine(['doctor', url, ...args], { environment: { key } });
}

it('reports that a run can start, and what each consent would prove at the given rate', async () => {
  const { code, out, err } = await diagnose(sandbox.url, sandbox.key, '--rate', '20');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('✓ key          the service accepts it');
  expect(out).toContain('✓ no key       is refused with 401');
  expect(out).toContain('✓ clock        agrees with this machine');
  expect(out).toMatch(/--allow read,write,publish,delete +up to \d{3} of \d{3}/);
  expect(out).toMatch(/about \d+ requests, \d+ s at 20 a second/);
  expect(out).toContain(`bookdist verify ${sandbox.url}`);
});

it.each([
  { what: 'a wrong key', url: sandbox.url, key: 'another-key', line: /✗ key .*401/ },
  { what: 'another path', url: `${sandbox.url}/elsewhere`, line: /✗ service .*404/ },
  { what: 'no service', url: 'http://127.0.0.1:48', line: /✗ service .*ECONNREFUSED/ },
  { what: 'no such host', url: 'https://no.invalid', line: /✗ DNS .*no\.invalid/ },
])('exits with 3 for $what', async ({ url, key = sandbox.key, line }) => {
  const { code, out } = await diagnose(url, key);
  expect(code).toBe(3);
  expect(out).toMatch(line);
});

it('exits with 3 without a key, and with 2 without an address', async () => {
  const { code, out } = await runCommandLine(['doctor', sandbox.url]);
  const line = /✗ key .*DISTRIBUTION_API_KEY is not set/;
  expect([code, out]).toEqual([3, expect.stringMatching(line)]);
  expect(await runCommandLine(['doctor'])).toMatchObject({ code: 2 });
});

it('estimates more than what a read-only run proves', async () => {
  await createTestClient(sandbox.sandbox).create('ebook', { externalId: 'another-1' });
  const folder = createFolder();
  const environment = { key: sandbox.key };
  await runCommandLine(['verify', sandbox.url, '--out', folder], { environment });
  const { summary } = await readReport(join(folder, 'report.json'));
  const estimate = Number(/--allow read +up to +(\d+) of/.exec((await diagnose()).out)?.[1]);
  expect(estimate).toBeGreaterThan(summary.must.proven);
  expect(summary.must.proven).toBeGreaterThan(20);
});

it('never estimates less proof for more consent, and adds requests and duration', () => {
  const rows = renderConsentTable(suite, { rate: 20, secondKey: undefined })
    .split('\n')
    .slice(0, 4);
  const proofs = rows.map((row) => Number(/up to +(\d+) of \d+/.exec(row)?.[1]));
  expect(proofs).toEqual(proofs.toSorted((a, b) => a - b));
  expect(rows.at(-1)).toMatch(/\d,\d{3} requests, \d+ (s|min) at 20 a second/);
});

it('tries the second key, and says what is lost without one', async () => {
  const withSecond = async (secondKey?: string) =>
    runCommandLine(['doctor', sandbox.url], { environment: { key: sandbox.key, secondKey } });
  const refused = await withSecond('another-key');
  expect([refused.code, refused.out]).toEqual([
    3,
    expect.stringMatching(/✗ key .*DISTRIBUTION_SECOND_KEY/),
  ]);
  const missing = await withSecond();
  expect(missing.out).toMatch(/! second key +DISTRIBUTION_SECOND_KEY is not set/);
  expect(missing.out).toMatch(/Only with a second key: account\./);
});

it('promises little of a run that only reads an account without books', async () => {
  const empty = await serveTestSandbox();
  const { out } = await diagnose(empty.url, empty.key);
  expect(out).toMatch(/! books +the account has none/);
  expect(out).toMatch(/--allow read +little/);
});
