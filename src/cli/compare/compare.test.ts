/** Tests the comparison of two deployments: equal ones, and ones with a fault, another reading or no answer. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import {
  createFolder,
  findUnusedOrigin,
  serveTestSandbox,
} from '../../../tests/support/fixtures.ts';
import { findFaults } from '../own-sandbox.ts';

const environment = { key: 'sandbox-key' };

async function compare(first: string, second: string, only = 'list.page-size') {
  const choices = ['--allow', 'write', '--only', only, '--seed', '5'];
  const args = ['compare', first, second, ...choices, '--out', join(createFolder(), 'out')];
  return runCommandLine([...args, '--', '--depth', 'quick'], { environment, width: 200 });
}

it('finds nothing between equal services', async () => {
  const [a, b] = [await serveTestSandbox(), await serveTestSandbox()];
  const { code, out } = await compare(a.url, b.url);
  expect(out).toMatch(/^no difference {3}\d+ requirements and \d+ answers compared/m);
  expect(code).toBe(0);
});

it('names the requirement that only one service meets, and the answer that differs', async () => {
  const a = await serveTestSandbox({ readings: { 'list.links.form': 'absolute-url' } });
  const b = await serveTestSandbox({ faults: findFaults(['page-one-too-long']) });
  const { code, out } = await compare(a.url, b.url, 'list.');
  expect(out).toMatch(/^≠ list\.page-size\n.*\n {4}A {2}conforms\n {4}B {2}drifts: expected .*$/m);
  expect(out).toMatch(
    /^≠ list\.links\.form .*\n.*\n {4}A {2}absolute-url\n {4}B {2}absolute-path$/m,
  );
  expect(out).toMatch(/^\d DIFFERENCES /m);
  expect(code).toBe(1);
});

it('ends with 3 if a service does not respond', async () => {
  const { url } = await serveTestSandbox();
  const { code, err } = await compare(url, await findUnusedOrigin());
  expect([code, err]).toEqual([3, expect.stringContaining('did not reach its end')]);
});
