/** Runs a verification again whenever files of a service change, for people who develop it. */
import { existsSync, watch } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listenForInterrupt, type Shell, WrongUsage } from '../shell/index.ts';

/** Milliseconds: editors and compilers write several files at once. */
const settleTime = 300;

/** Files that do not concern the service. */
const ignored = /(^|[/\\])(node_modules|\.git|\.[^/\\]+\.sw.)([/\\]|$)|~$/;

export interface Watched {
  readonly folder: string;
  /** The folder of the reports, whose files do not count. */
  readonly out: string;
}

/**
 * Runs until Ctrl-C.
 * @param run runs once and returns the exit code
 * @returns 130
 */
export async function rerunOnChange(
  { folder, out }: Watched,
  run: () => Promise<number>,
  shell: Shell,
): Promise<number> {
  if (!existsSync(folder)) throw new WrongUsage(`--watch ${folder}: there is no such folder.`);
  const change: { file?: string | undefined; hear: () => void } = { hear: () => undefined };
  const watcher = watch(folder, { recursive: true }, (_event, name) => {
    const file = name ?? '';
    if (ignored.test(file) || !relative(out, resolve(folder, file)).startsWith('..')) return;
    change.file = file;
    change.hear();
  });
  try {
    for (;;) {
      change.file = undefined;
      if ((await run()) === 130) return 130;
      shell.err(`Waiting for changes in ${folder}; Enter runs again, Ctrl-C ends.\n`);
      const reason = change.file ?? (await nextReason(change, shell));
      if (reason === undefined) return 130;
      await pause(settleTime);
      shell.err(`\n${reason === 'Enter' ? 'Running again' : `${reason} changed`}.\n`);
    }
  } finally {
    watcher.close();
  }
}

/** Waits for a change or Enter. Undefined at Ctrl-C. */
async function nextReason(
  change: { file?: string | undefined; hear: () => void },
  shell: Shell,
): Promise<string | undefined> {
  const interrupt = listenForInterrupt(shell, 'Stopping.');
  let release = (): void => undefined;
  try {
    return await new Promise((resolveReason) => {
      interrupt.signal.addEventListener('abort', () => resolveReason(undefined), { once: true });
      change.hear = () => resolveReason(change.file);
      release = shell.onEnter(() => resolveReason('Enter'));
    });
  } finally {
    interrupt.release();
    release();
  }
}
