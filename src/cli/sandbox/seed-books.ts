/** Fills a new sandbox with the books of `--seed`. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Sandbox } from '../../sandbox/index.ts';
import { CannotDo, messageOf, type Shell } from '../shell/index.ts';

/** Adds the books unless the store has books. If processes share a store, only one adds them. */
export async function seedBooks(seed: string, sandbox: Sandbox, shell: Shell): Promise<void> {
  await sandbox.parts.store.withLock(() => seedIfEmpty(seed, sandbox, shell));
}

async function seedIfEmpty(seed: string, sandbox: Sandbox, shell: Shell): Promise<void> {
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
    throw new CannotDo(`--seed ${file}: ${messageOf(error)}`);
  }
}
