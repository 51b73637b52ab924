/** Fills a new sandbox with the books of `--seed`. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Sandbox } from '../../sandbox/index.ts';
import { CannotDo, getErrorMessage, type Shell } from '../shell/index.ts';

/**
 * Adds the books if the store is empty, or continues if that was interrupted. If processes share a store, only one
 * of them adds books.
 * @param seed a number of made-up books or the path of a file; undefined if there is no such option
 */
export async function addSeedBooks(
  seed: string | undefined,
  sandbox: Sandbox,
  shell: Shell,
): Promise<void> {
  await sandbox.parts.store.withLock(() => fill(seed, sandbox, shell));
}

async function fill(seed: string | undefined, sandbox: Sandbox, shell: Shell): Promise<void> {
  const total = seed !== undefined && /^[0-9]{1,8}$/.test(seed) ? Number(seed) : undefined;
  const onProgress = (done: number) => {
    if (done % 50_000 === 0 && done !== total) shell.err(`Seeding: ${done} books so far.\n`);
  };
  try {
    const content =
      seed !== undefined && (total === undefined ? await openLines(seed) : { count: total });
    const count = await sandbox.addFirstBooks(
      content ? { name: seed, onProgress, ...content } : undefined,
    );
    if (count !== undefined) shell.err(`Seeded with ${count} books.\n`);
    else if (seed !== undefined) shell.err('The sandbox already has books, so --seed adds none.\n');
  } catch (error) {
    const message = getErrorMessage(error);
    throw new CannotDo(seed === undefined ? message : `--seed ${seed}: ${message}`);
  }
}

async function openLines(file: string) {
  await access(file);
  return { lines: createInterface({ input: createReadStream(file) }) };
}
