/** Tests a newcomer's first hour with both packages: packs them, installs them into an empty folder, and uses them. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkClient } from './smoke/client.ts';
import { pack } from './smoke/pack.ts';
import { createTally } from './smoke/tally.ts';
import { checkToolkit } from './smoke/toolkit.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(join(root, 'dist/client/package.json'))) {
  throw new Error('Nothing to pack yet: run npm run build first.');
}

const folder = mkdtempSync(join(tmpdir(), 'bookdist-smoke-'));
const tally = createTally();
try {
  const packed = await pack(root, folder, tally);
  const toolkit = await checkToolkit({ root, folder, packed, tally });
  await checkClient({ root, folder, packed, tally, toolkit });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
tally.close();
