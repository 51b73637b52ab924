/** Packs both packages, installs them in an empty folder, and uses them as a newcomer would. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkClient } from './smoke/client.ts';
import { packPackages } from './smoke/pack.ts';
import { createTally } from './smoke/tally.ts';
import { checkToolkit } from './smoke/toolkit.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(join(root, 'dist/client/package.json'))) {
  throw new Error('dist/client does not exist. Run npm run build first.');
}

const folder = mkdtempSync(join(tmpdir(), 'bookdist-smoke-'));
const tally = createTally();
try {
  const tarballs = await packPackages(root, folder, tally);
  const toolkit = await checkToolkit({ root, folder, tarballs, tally });
  await checkClient({ root, folder, tarballs, tally, toolkit });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
tally.close();
