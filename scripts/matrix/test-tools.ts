/** Installs both packages next to a version of Vitest and of MSW, and uses them from test files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWith, type Version } from './node-version.ts';

export interface TestTools {
  /** The major version of Node. */
  readonly node: number;
  /** Ranges, as npm install accepts them. */
  readonly vitest: string;
  readonly msw: string;
}

/** Every supported major version, with a Node that it supports. */
export const testTools: readonly TestTools[] = [
  { node: 20, vitest: '4', msw: '2' },
  { node: 24, vitest: '5', msw: '3' },
];

const tests = {
  'contract.test.mjs': `
import { testContract } from 'book-distribution-contract/vitest';
await testContract({ options: ['--own-sandbox', '--only', 'list', '--runs', '3'] });
`,
  'msw.test.mjs': `
import { createDistribution } from 'book-distribution-client';
import { testingService } from 'book-distribution-contract/testing';
import { answeredBy } from 'book-distribution-contract/testing/msw';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';

it('finds the sandbox behind MSW', async () => {
  const baseUrl = 'https://staging.example.com';
  const service = await testingService({ baseUrl, storageUrl: 'https://bucket.example.com' });
  const server = setupServer(...answeredBy(service));
  server.listen({ onUnhandledRequest: 'error' });
  const { books } = createDistribution({ baseUrl, apiKey: 'sandbox-key' });
  expect(await books.list().toArray({ limit: 5 })).toEqual([]);
  server.close();
  await service.close();
});
`,
};

/** Returns the summary that Vitest prints. Throws if a test fails. */
export async function runTestTools(
  { folder, packed }: Version,
  binary: string,
  { vitest, msw }: TestTools,
): Promise<string> {
  const home = join(folder, 'test-tools');
  mkdirSync(home);
  await runWith(binary, home, ['npm', 'init', '-y']);
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const packages = [packed.toolkit, packed.client, `vitest@${vitest}`, `msw@${msw}`];
  await runWith(binary, home, ['npm', 'install', ...quiet, ...packages]);
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(home, name), text);
  const vitestProgram = 'node_modules/vitest/vitest.mjs';
  const output = await runWith(binary, home, [binary, vitestProgram, 'run', '--no-color']);
  const lines = output.split('\n').filter((line) => /RUN|Test Files|Tests /.test(line));
  return lines.map((line) => line.trim()).join('; ');
}
