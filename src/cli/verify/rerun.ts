/** Verifies a service again when its files change. */
import { existsSync, watch } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listenForInterrupt, type Shell, WrongUsage } from '../shell/index.ts';

/** The number of milliseconds to wait for further changes: editors and compilers write several files in a row. */
const settleTime = 300;

/** Files whose changes do not start a run. */
const ignoredFiles = /(^|[/\\])(node_modules|\.git|\.[^/\\]+\.sw.)([/\\]|$)|~$/;

export interface WatchOptions {
  readonly folder: string;
  /** The folder of the reports; changes in it are ignored. */
  readonly out: string;
}

interface Change {
  /** The file that changed last, until a run starts. */
  file?: string | undefined;
  notify: () => void;
}

/**
 * Runs again after each change and at Enter, until Ctrl-C.
 * @param run runs once and returns the exit code
 * @returns 130
 */
export async function rerunOnChange(
  { folder, out }: WatchOptions,
  run: () => Promise<number>,
  shell: Shell,
): Promise<number> {
  if (!existsSync(folder)) throw new WrongUsage(`--watch ${folder}: there is no such folder.`);
  const change: Change = { notify: () => undefined };
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    const file = name ?? '';
    if (ignoredFiles.test(file) || !relative(out, resolve(folder, file)).startsWith('..')) return;
    change.file = file;
    change.notify();
  });
  try {
    for (;;) {
      change.file = undefined;
      if ((await run()) === 130) return 130;
      shell.err(`Waiting for changes in ${folder}; Enter runs again, Ctrl-C ends.\n`);
      const trigger = change.file ?? (await waitForTrigger(change, shell));
      if (trigger === undefined) return 130;
      await pause(settleTime);
      shell.err(`\n${trigger === 'Enter' ? 'Running again' : `${trigger} changed`}.\n`);
    }
  } finally {
    watcher.close();
  }
}

/** Waits for a change or Enter. Returns undefined on Ctrl-C. */
async function waitForTrigger(change: Change, shell: Shell): Promise<string | undefined> {
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  let release = (): void => undefined;
  try {
    return await new Promise((resolveTrigger) => {
      interrupt.signal.addEventListener('abort', () => resolveTrigger(undefined), { once: true });
      change.notify = () => resolveTrigger(change.file);
      release = shell.onEnter(() => resolveTrigger('Enter'));
    });
  } finally {
    interrupt.release();
    release();
  }
}
