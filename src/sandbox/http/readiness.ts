/** Checks that the parts a sandbox depends on answer. */
import type { SandboxParts } from '../parts/index.ts';

/** Rejects unless the store and the file storage answer. */
export async function checkReady({ store, bytes }: SandboxParts): Promise<void> {
  await store.booksAfter(0, 1);
  await bytes.size('00000000-0000-4000-8000-000000000000');
}
