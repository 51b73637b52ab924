/** Keeps two runs from writing into one folder at the same time, without a lock that outlives its process. */
import { rmSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../../contract/json-pointer.ts';
import { parseJson } from '../../monitor/index.ts';
import { prepareFolder } from './output-folder.ts';
import { WrongUsage } from './run-program.ts';

const lockName = '.bookdist.lock';
/** A run renews its lock this often, in milliseconds, */
const renewalMs = 10_000;
/** and a lock that was not renewed for so long belongs to a run that was killed. */
const maxAgeMs = 60_000;

/** The locks of this process. */
const held = new Set<string>();

/**
 * Creates a folder, and keeps it for a run until its work ends.
 * @throws WrongUsage if bookdist cannot write to it, or if another run uses it
 */
export async function workInFolder<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await prepareFolder(folder);
  const release = await lockFolder(folder);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Takes the lock of a folder. A folder in which no file can be created has no lock.
 * @returns a function that gives it back
 * @throws WrongUsage if another run that still lives has it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, lockName);
  const isTaken = (await tryToCreate(file)) === 'taken';
  if (isTaken && (await isInUse(file)))
    throw new WrongUsage(
      `--out ${folder}: another run writes into this folder now. Wait until it ends, or name another folder with --out. (If there is none, remove ${file}.)`,
    );
  if (isTaken) {
    rmSync(file, { force: true });
    if ((await tryToCreate(file)) === 'taken') return lockFolder(folder);
  }
  held.add(file);
  const timer = setInterval(() => {
    const now = new Date();
    // The folder may have been removed.
    utimes(file, now, now).catch(() => undefined);
  }, renewalMs).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    held.delete(file);
    rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}

async function tryToCreate(file: string): Promise<'created' | 'taken' | 'impossible'> {
  const owner = { pid: process.pid, host: hostname() };
  try {
    await writeFile(file, JSON.stringify(owner), { flag: 'wx' });
    return 'created';
  } catch (error) {
    const isThere = isObject(error) && error['code'] === 'EEXIST';
    return isThere ? 'taken' : 'impossible';
  }
}

/** Returns true if the run that took a lock still lives, as far as can be seen from here. */
async function isInUse(file: string): Promise<boolean> {
  const [text, facts] = await Promise.all([
    readFile(file, 'utf8').catch(() => ''),
    stat(file).catch(() => undefined),
  ]);
  if (facts === undefined || Date.now() - facts.mtimeMs > maxAgeMs) return false;
  const owner = parseJson(text);
  // An owner that has not yet written its name has just started.
  if (!isObject(owner) || owner['host'] !== hostname()) return true;
  return owner['pid'] === process.pid ? held.has(file) : isAlive(owner['pid']);
}

/** Returns true if a process with this id runs on this machine. */
export function isAlive(pid: unknown): boolean {
  try {
    return typeof pid === 'number' && process.kill(pid, 0);
  } catch (error) {
    // The process belongs to another user.
    return isObject(error) && error['code'] === 'EPERM';
  }
}
