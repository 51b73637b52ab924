/** Fills a new sandbox with the books of `--seed`. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Sandbox } from '../../sandbox/index.ts';
import { CannotDo, getErrorMessage, type Shell } from '../shell/index.ts';

/** Adds the books if the store is empty. If processes share a store, only one of them adds books. */
export async function addSeedBooks(seed: string, sandbox: Sandbox, shell: Shell): Promise<void> {
  await sandbox.parts.store.withLock(() => addIfEmpty(seed, sandbox, shell));
}

async function addIfEmpty(seed: string, sandbox: Sandbox, shell: Shell): Promise<void> {
  if ((await sandbox.parts.store.listBooksAfter(0, 1)).length > 0) {
    shell.err('The sandbox already has books, so --seed adds none.\n');
    return;
  }
  const count = /^[0-9]{1,8}$/.test(seed)
    ? await sandbox.seed({ count: Number(seed), bulk: true })
    : await importFile(seed, sandbox);
  shell.err(`Seeded with ${count} books.\n`);
}

async function importFile(file: string, sandbox: Sandbox): Promise<number> {
  try {
    await access(file);
    return await sandbox.importBooks(createInterface({ input: createReadStream(file) }));
  } catch (error) {
    throw new CannotDo(`--seed ${file}: ${getErrorMessage(error)}`);
  }
}
