/** Tests that two runs cannot write into one folder at the same time, and that the lock of a killed run does not block the next. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const createFolder = (): string => mkdtempSync(join(tmpdir(), 'bookdist-lock-'));
const fileOf = (folder: string): string => join(folder, '.bookdist.lock');

function writeLock(folder: string, owner: object): void {
  writeFileSync(fileOf(folder), JSON.stringify(owner));
}

it('refuses a second run until the first ends', async () => {
  const folder = createFolder();
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `--out ${folder}: another run writes into this folder now.`,
  );
  release();
  expect(existsSync(fileOf(folder))).toBe(false);
  (await lockFolder(folder))();
});

it('refuses a run next to another process, and replaces the lock of a dead one', async () => {
  const folder = createFolder();
  writeLock(folder, { pid: process.ppid, host: hostname() });
  await expect(lockFolder(folder)).rejects.toThrow('another run');
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  writeLock(folder, { pid, host: hostname() });
  (await lockFolder(folder))();
});

it('replaces a lock that its process no longer renews, such as one of another host', async () => {
  const folder = createFolder();
  writeLock(folder, { pid: 1, host: 'elsewhere.invalid' });
  await expect(lockFolder(folder)).rejects.toThrow('another run');
  const old = new Date(Date.now() - 3_600_000);
  utimesSync(fileOf(folder), old, old);
  (await lockFolder(folder))();
});

it('needs no lock if no file can be created', async () => {
  (await lockFolder(join(createFolder(), 'missing')))();
});
