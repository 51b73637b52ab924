/** Installs and uses both packages on every supported Node version; `--major 22` takes one. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchNode, installBoth, runsTenLines, verifies } from './matrix/node-version.ts';
import { tarball } from './smoke/pack.ts';
import { createTally } from './smoke/tally.ts';

/** As the README promises. */
const supported = [20, 22, 24, 26];

const { values } = parseArgs({ options: { major: { type: 'string' } } });
const majors = values.major === undefined ? supported : [Number(values.major)];
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bookdist-matrix-'));
const tally = createTally();
try {
  const packed = {
    toolkit: await tarball(root, scratch),
    client: await tarball(join(root, 'dist/client'), scratch),
  };
  for (const major of majors) {
    const folder = join(scratch, String(major));
    mkdirSync(folder);
    const version = { root, folder, major, packed };
    await tally.step(
      `Node ${major}: both packages install without a warning, and are used`,
      async () => {
        const binary = await fetchNode(version);
        const home = await installBoth(version, binary);
        console.log(`      ${await verifies(home, binary)}`);
        await runsTenLines(version, home, binary);
      },
    );
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
tally.close();
