/**
 * Installs both packages on every supported version of Node and verifies the sandbox, then uses them with versions of
 * Vitest and MSW. `--major 22` tests one version of Node only, `--test-tools` only Vitest and MSW.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchNode, installBoth, type Version, verifySandbox } from './matrix/node-version.ts';
import { testTools, runTestTools } from './matrix/test-tools.ts';
import { type Tarballs, packFolder } from './smoke/pack.ts';
import { createTally } from './smoke/tally.ts';

/** The versions of Node that the README promises. */
const supportedMajors = [20, 22, 24, 26];

const { values } = parseArgs({
  options: { major: { type: 'string' }, 'test-tools': { type: 'boolean', default: false } },
});
const majors = values.major === undefined ? supportedMajors : [Number(values.major)];

/** Creates the folder of a version. */
function createVersion(major: number, packed: Tarballs): Version {
  const folder = join(scratch, String(major));
  mkdirSync(folder);
  return { folder, major, packed };
}

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bookdist-matrix-'));
const tally = createTally();
try {
  const packed = {
    toolkit: await packFolder(root, scratch),
    client: await packFolder(join(root, 'dist/client'), scratch),
  };
  for (const major of values['test-tools'] ? [] : majors) {
    const version = createVersion(major, packed);
    await tally.step(
      `Node ${major}: both packages install without a warning, and verify conforms`,
      async () => {
        const binary = await fetchNode(version);
        const home = await installBoth(version, binary);
        console.log(`      ${await verifySandbox(home, binary)}`);
      },
    );
    rmSync(version.folder, { recursive: true, force: true });
  }
  for (const tools of values.major === undefined ? testTools : []) {
    const version = createVersion(tools.node, packed);
    const names = `Vitest ${tools.vitest} and MSW ${tools.msw}`;
    await tally.step(`Node ${tools.node}: both packages work next to ${names}`, async () => {
      const binary = await fetchNode(version);
      console.log(`      ${await runTestTools(version, binary, tools)}`);
    });
    rmSync(version.folder, { recursive: true, force: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
tally.close();
