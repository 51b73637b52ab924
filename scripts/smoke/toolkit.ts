/** Uses the packed toolkit: its command, its exported files, its types and its guides. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { listGuides, writeGuideScript } from '../guides/shell-script.ts';
import { runCommand, installPackages } from './command.ts';
import type { Tarballs } from './pack.ts';
import { withSandbox } from './sandbox-process.ts';
import type { Tally } from './tally.ts';

export interface Smoke {
  readonly root: string;
  readonly folder: string;
  readonly tarballs: Tarballs;
  readonly tally: Tally;
}

const exportedFiles = [
  'book-distribution-contract/distribution.yaml',
  'book-distribution-contract/requirements.yaml',
  'book-distribution-contract/report.schema.json',
  'book-distribution-contract/package.json',
];

/** Skips the declarations of dependencies. */
const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  outDir: 'out',
  module: 'nodenext',
  target: 'es2023',
};

/** Checks the toolkit. Returns the folder in which it is installed. */
export async function checkToolkit({ root, folder, tarballs, tally }: Smoke): Promise<string> {
  const home = join(folder, 'toolkit');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "name": "newcomer", "type": "module" }\n');
  await tally.step('toolkit: installs in an empty folder', () =>
    installPackages(home, tarballs.toolkit, tarballs.client),
  );
  await tally.step('toolkit: npx bookdist --version', async () => {
    const { out } = await runCommand(home, 'npx', ['--no-install', 'bookdist', '--version']);
    if (out.trim() !== manifest.version)
      throw new Error(`expected ${manifest.version}, got ${out}`);
  });
  await tally.step('toolkit: npx bookdist verify', async () => {
    const { out } = await runCommand(home, 'npx', ['bookdist', 'verify', '--own-sandbox']);
    readFileSync(join(home, 'reports/report.json'));
    console.log(out.trimEnd().replaceAll(/^/gm, '      | '));
  });
  await tally.step('toolkit: its exported files exist', async () => {
    const resolveCalls = exportedFiles.map((name) => `import.meta.resolve('${name}')`).join(', ');
    const program = `import { readFileSync } from 'node:fs';
      for (const url of [${resolveCalls}]) readFileSync(new URL(url));`;
    await runCommand(home, process.execPath, ['--input-type=module', '--eval', program]);
  });
  await tally.step('toolkit: strict programs that use its types and its test service compile', () =>
    compile(root, home),
  );
  await tally.step('toolkit: its service for tests runs without MSW', async () => {
    await runCommand(home, process.execPath, ['out/tester.js']);
  });
  await tally.step('toolkit: the guides run in order, in one shell', async () => {
    const keys = ['--key', 'sandbox-key', '--key', 'second-key'];
    await withSandbox(home, keys, async (address) =>
      followGuides({ root, folder, tarballs }, address),
    );
  });
  return home;
}

/** Runs the shell blocks of all guides in an empty folder, with a sandbox in place of the staging service. */
async function followGuides(
  { root, folder, tarballs }: Omit<Smoke, 'tally'>,
  address: string,
): Promise<void> {
  const home = join(folder, 'guides');
  mkdirSync(home);
  copyFileSync(tarballs.toolkit, join(home, basename(tarballs.toolkit)));
  const guides = join(root, 'docs/guides');
  const script = await writeGuideScript(guides, await listGuides(guides), true);
  const settings = [`DISTRIBUTION_URL=${address}`, 'DISTRIBUTION_API_KEY=sandbox-key'];
  await runCommand(home, 'env', ['-u', 'GITHUB_ACTIONS', ...settings, 'sh', '-c', script]);
}

async function compile(root: string, home: string): Promise<void> {
  const programs = ['user', 'tester'];
  for (const program of programs) {
    const text = readFileSync(join(root, `scripts/smoke/consumer/toolkit-${program}.txt`), 'utf8');
    writeFileSync(join(home, `${program}.ts`), text);
  }
  const typeRoots = [join(root, 'node_modules/@types')];
  const compilerOptions = { ...options, types: ['node'], typeRoots };
  const project = { compilerOptions, files: programs.map((program) => `${program}.ts`) };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await runCommand(home, process.execPath, [tsc, '-p', '.']);
}
