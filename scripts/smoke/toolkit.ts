/** Uses the toolkit from its tarball: the command, a verification, and the files it offers. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { command, install } from './command.ts';
import type { Packed } from './pack.ts';
import type { Tally } from './tally.ts';

export interface Smoke {
  readonly root: string;
  readonly folder: string;
  readonly packed: Packed;
  readonly tally: Tally;
}

const offered = [
  'book-distribution-contract/distribution.yaml',
  'book-distribution-contract/requirements.yaml',
  'book-distribution-contract/report.schema.json',
  'book-distribution-contract/package.json',
];

/** The toolkit names types of Node and of the packages it stands on, which are theirs to get right. */
const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2023',
};

/** Returns the folder the toolkit is installed in. */
export async function checkToolkit({ root, folder, packed, tally }: Smoke): Promise<string> {
  const home = join(folder, 'toolkit');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "name": "newcomer", "type": "module" }\n');
  await tally.step('toolkit: installs in an empty folder', () => install(home, packed.toolkit));
  await tally.step('toolkit: npx bookdist --version', async () => {
    const { out } = await command(home, 'npx', ['--no-install', 'bookdist', '--version']);
    if (out.trim() !== manifest.version)
      throw new Error(`expected ${manifest.version}, came ${out}`);
  });
  await tally.step('toolkit: npx bookdist verify', async () => {
    const { out } = await command(home, 'npx', ['--no-install', 'bookdist', 'verify']);
    readFileSync(join(home, 'reports/report.json'));
    console.log(out.trimEnd().replaceAll(/^/gm, '      | '));
  });
  await tally.step('toolkit: its files can be found by name', async () => {
    const resolving = offered.map((name) => `import.meta.resolve('${name}')`).join(', ');
    const program = `import { readFileSync } from 'node:fs';
      for (const url of [${resolving}]) readFileSync(new URL(url));`;
    await command(home, process.execPath, ['--input-type=module', '--eval', program]);
  });
  await tally.step('toolkit: a strict program over its words compiles', async () => {
    const program = readFileSync(join(root, 'scripts/smoke/consumer/toolkit-user.txt'), 'utf8');
    writeFileSync(join(home, 'user.ts'), program);
    const typeRoots = [join(root, 'node_modules/@types')];
    const compilerOptions = { ...options, types: ['node'], typeRoots };
    writeFileSync(
      join(home, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['user.ts'] }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await command(home, process.execPath, [tsc, '-p', '.']);
  });
  return home;
}
