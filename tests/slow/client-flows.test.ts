/** Tests that programs with our client survive the stories of `bookdist caller`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { stories, type CallerReport } from '../../src/caller/index.ts';
import { runCommandLine } from '../support/cli/run-command-line.ts';
import { createFolder } from '../support/fixtures.ts';
import { takeSample } from '../support/sample.ts';

/** Milliseconds; stories in which a call never succeeds take minutes. */
const timeout = 1_800_000;

test('no flow is harmed or hung', { timeout }, async () => {
  const folder = createFolder();
  const program = join(folder, 'client-flows.mjs');
  const entryPoints = ['tests/support/caller/client-flows.ts'];
  buildSync({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' });
  const only = takeSample(stories, 4).map(({ name }) => name);
  const play = async (flow: string) => {
    const out = join(folder, flow);
    // Most stories are about writes, so a sample may have none that a list reaches.
    const minReached = flow === 'list' ? '0' : '1';
    const options = ['--only', only.join(','), '--min-reached', minReached, '--out', out];
    const command = [process.execPath, program, flow];
    const { code, err } = await runCommandLine(['caller', ...options, '--', ...command]);
    expect(code, err).not.toBe(3);
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the command wrote the file
    const report = JSON.parse(readFileSync(join(out, 'caller.json'), 'utf8')) as CallerReport;
    const failed = report.stories.filter(({ verdict }) => /harmed|hung/.test(verdict));
    return failed.map(({ name, verdict, reasons }) => ({ flow, name, verdict, reasons }));
  };
  // The programs mostly wait, so the flows run side by side.
  const failures = await Promise.all(['ebook', 'print', 'audiobook', 'list'].map(play));
  expect(failures.flat()).toEqual([]);
});
