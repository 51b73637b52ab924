/** Tests that a run repeats on a file change or Enter, and ends on Ctrl-C. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../tests/support/cli/run-command-line.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

it('runs again after a change and on Enter, ignores its own reports, and ends on Ctrl-C', async () => {
  const folder = createFolder();
  const keys = { enter: (): void => undefined, interrupt: (): void => undefined };
  let output = '';
  const waitForRuns = async (times: number): Promise<void> =>
    expect.poll(() => output.split('Waiting for changes').length - 1).toBe(times);
  await mkdir(join(folder, 'routes'));
  const options = ['--only', 'path.prefix', '--runs', '2', '--out', join(folder, 'reports')];
  const result = runCommandLine(['verify', '--watch', folder, ...options], {
    onEnter: (listener) => {
      keys.enter = listener;
      return () => undefined;
    },
    onInterrupt: (listener) => {
      keys.interrupt = listener;
      return () => undefined;
    },
    onErr: (text) => void (output += text),
  });
  await waitForRuns(1);
  // A change of its own reports would be noticed within this time.
  await pause(500);
  expect(output).not.toContain('changed.');
  await writeFile(join(folder, 'routes/books.ts'), 'fixed');
  await waitForRuns(2);
  expect(output).toContain(`${join('routes', 'books.ts')} changed.`);
  keys.enter();
  await waitForRuns(3);
  expect(output).toContain('Running again.');
  keys.interrupt();
  const { code, out } = await result;
  expect(code).toBe(130);
  expect(out.match(/^conforms/gm)).toHaveLength(3);
});

it('requires a folder that exists', async () => {
  const { code, err } = await runCommandLine(['verify', '--watch', '/nowhere/at/all']);
  expect([code, err]).toEqual([2, 'bookdist: --watch /nowhere/at/all: there is no such folder.\n']);
});
