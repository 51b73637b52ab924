/** Tests that a run repeats on a file change or Enter, and ends on Ctrl-C. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runCommandLine } from '../scenes/run-command-line.ts';

it('runs again after a change and on Enter, ignores its own reports, and ends on Ctrl-C', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-rerun-'));
  const keys = { enter: (): void => undefined, interrupt: (): void => undefined };
  const output = { err: '' };
  const waitForText = async (text: string, times: number): Promise<void> => {
    while (output.err.split(text).length - 1 < times) await pause(20);
  };
  try {
    await mkdir(join(folder, 'routes'));
    const options = ['--only', 'list.meta', '--runs', '2', '--out', join(folder, 'reports')];
    const result = runCommandLine(['verify', '--watch', folder, ...options], {
      onEnter: (listener) => {
        keys.enter = listener;
        return () => undefined;
      },
      onInterrupt: (listener) => {
        keys.interrupt = listener;
        return () => undefined;
      },
      onErr: (text) => void (output.err += text),
    });
    await waitForText('Waiting for changes', 1);
    await pause(500);
    expect(output.err).not.toContain('changed.');
    await writeFile(join(folder, 'routes/books.ts'), 'fixed');
    await waitForText('Waiting for changes', 2);
    expect(output.err).toContain(`${join('routes', 'books.ts')} changed.`);
    keys.enter();
    await waitForText('Waiting for changes', 3);
    expect(output.err).toContain('Running again.');
    keys.interrupt();
    const { code, out } = await result;
    expect(code).toBe(130);
    expect(out.match(/^conforms/gm)).toHaveLength(3);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('requires a folder that exists', async () => {
  const { code, err } = await runCommandLine(['verify', '--watch', '/nowhere/at/all']);
  expect([code, err]).toEqual([2, 'bookdist: --watch /nowhere/at/all: there is no such folder.\n']);
});
