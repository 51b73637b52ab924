/** Uses the packed client: compiles strict programs and its README, and runs them against the sandbox of the packed toolkit. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, installPackages } from './command.ts';
import { responseForms, withSandboxInForm } from './sandbox-process.ts';
import type { Smoke } from './toolkit.ts';

/** The strictest compiler settings. They also check the declarations of the package. */
const strictOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** The supported compilers and module settings. */
const compilers = [
  { version: '5.9.3', module: 'nodenext', outDir: 'out' },
  { version: '5.9.3', module: 'esnext', moduleResolution: 'bundler', noEmit: true },
  { version: '5.4.5', module: 'nodenext', noEmit: true },
  { version: '7.0.2', module: 'nodenext', noEmit: true },
];

/** Programs that a user might write. */
const programs = ['user', 'readme', 'ten-lines'] as const;

const maxBytes = 500_000;
const maxFiles = 100;

/** A CommonJS program. */
const commonJsProgram = `
import { createDistribution, isProblemError, type BookCreate } from 'book-distribution-client';
import { preflight } from 'book-distribution-client/preflight';
export const create = async (book: BookCreate): Promise<boolean> => {
  const { books } = createDistribution({ preflight: preflight() });
  return books.create(book).then(() => true, isProblemError);
};
`;

export interface ClientSmoke extends Smoke {
  /** The folder of the installed toolkit. */
  readonly toolkit: string;
}

export async function checkClient(smoke: ClientSmoke): Promise<void> {
  const { folder, tarballs, tally } = smoke;
  const home = join(folder, 'client');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "name": "newcomer", "type": "module" }\n');
  await tally.step('client: installs in an empty folder', () =>
    installPackages(home, tarballs.client),
  );
  await tally.step('client: brings no other package', async () => {
    const dependencies = listDependencies(home, 'book-distribution-client');
    if (dependencies.length > 0) throw new Error(`expected none, got ${dependencies.join(', ')}`);
  });
  await tally.step('client: at most 100 files and 500 kB, source maps included', async () => {
    const { bytes, files } = measureFiles(join(home, 'node_modules', 'book-distribution-client'));
    console.log(`      ${files} files, ${(bytes / 1000).toFixed(0)} kB`);
    if (bytes > maxBytes || files > maxFiles) throw new Error('it is larger');
  });
  await tally.step('client: works in a program that uses require', () =>
    runCommand(home, process.execPath, [
      '--no-experimental-require-module',
      '--eval',
      "for (const entry of ['', '/preflight']) require(`book-distribution-client${entry}`)",
    ]),
  );
  await tally.step('client: its types work in a program that uses require', async () => {
    writeFileSync(join(home, 'required.cts'), commonJsProgram);
    const tsc = join(smoke.root, 'node_modules/typescript/bin/tsc');
    const flags = ['--strict', '--noEmit', '--module', 'node16', '--lib', 'es2022,dom'];
    const args = [tsc, ...flags, '--typeRoots', 'none', 'required.cts'];
    await runCommand(home, process.execPath, args);
  });
  await useClient(smoke, home);
}

async function useClient(
  { root, folder, tally, toolkit }: ClientSmoke,
  home: string,
): Promise<void> {
  writePrograms(root, home);
  for (const { version, ...options } of compilers) {
    const title = `client: strict programs and its README compile (TypeScript ${version}, ${options.module})`;
    await tally.step(title, async () => {
      const compilerFolder = join(folder, `typescript-${version}`);
      if (!existsSync(compilerFolder)) {
        mkdirSync(compilerFolder);
        await installPackages(compilerFolder, `typescript@${version}`);
      }
      await compile(compilerFolder, home, { ...strictOptions, ...options });
    });
  }
  await tally.step('client: keeps its promises under faults', async () => {
    const { out } = await runCommand(home, process.execPath, ['holds.mjs']);
    process.stdout.write(out);
  });
  await tally.step('client: runs in Jest, as an ES module and by require', () => runInJest(home));
  for (const form of responseForms) {
    await withSandboxInForm(toolkit, form, async (address) => {
      for (const program of programs) {
        await tally.step(`client: ${program} runs in the ${form} form`, () =>
          runCommand(home, process.execPath, [writeProgram(address, home, program), address, form]),
        );
      }
    });
  }
}

const jestTest = `
test('the client creates a book', async () => {
  const fetch = async () => Response.json({ bookId: '7' }, { status: 201 });
  const { books } = createDistribution({ baseUrl: 'http://any', apiKey: 'canary-key-4711', fetch });
  expect((await books.create({ title: 'Tides' })).id).toBe('7');
});
`;

async function runInJest(home: string): Promise<void> {
  await installPackages(home, 'jest@30.5.2');
  const name = "{ createDistribution } from 'book-distribution-client'";
  writeFileSync(join(home, 'import.test.mjs'), `import ${name};${jestTest}`);
  const requireTest = `const ${name.replace(/from (.*)/, '= require($1)')};${jestTest}`;
  writeFileSync(join(home, 'require.test.cjs'), requireTest);
  const jest = join(home, 'node_modules/jest/bin/jest.js');
  const match = ['--testMatch', '**/*.test.[cm]js'];
  await runCommand(home, process.execPath, ['--experimental-vm-modules', jest, ...match]);
}

function writePrograms(root: string, home: string): void {
  const readConsumer = (name: string): string =>
    readFileSync(join(root, 'scripts/smoke/consumer', name), 'utf8');
  writeFileSync(join(home, 'user.ts'), readConsumer('client-user.txt'));
  writeFileSync(join(home, 'ten-lines.ts'), readConsumer('ten-lines.txt'));
  writeFileSync(join(home, 'holds.mjs'), readConsumer('client-holds.txt'));
  for (const name of ['one.mp3', 'two.mp3', 'cover.jpg']) writeFileSync(join(home, name), name);
  const page = join(home, 'node_modules/book-distribution-client/README.md');
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```ts\n(.*?)^```/gms)];
  writeFileSync(join(home, 'readme.ts'), blocks.map(([, code]) => code ?? '').join('\n'));
}

/** Puts the address of the sandbox into a compiled program. Returns the new file. */
function writeProgram(address: string, home: string, program: string): string {
  const file = join(home, 'out', `${program}-with-address.js`);
  const text = readFileSync(join(home, 'out', `${program}.js`), 'utf8');
  writeFileSync(file, text.replaceAll('http://127.0.0.1:4020', address));
  return file;
}

async function compile(
  compilerFolder: string,
  home: string,
  compilerOptions: object,
): Promise<void> {
  const project = { compilerOptions, files: programs.map((program) => `${program}.ts`) };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(compilerFolder, 'node_modules/typescript/bin/tsc');
  await runCommand(home, process.execPath, [tsc, '-p', '.']);
}

/** Returns the direct dependencies in the manifest of an installed package. */
function listDependencies(home: string, name: string): string[] {
  const file = readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8');
  const manifest: unknown = JSON.parse(file);
  const keys = ['dependencies', 'peerDependencies', 'optionalDependencies'];
  return keys.flatMap((key) => {
    const entries: unknown = Reflect.get(Object(manifest), key);
    return typeof entries === 'object' && entries !== null ? Object.keys(entries) : [];
  });
}

/** Returns the number of files and bytes below a folder. */
function measureFiles(folder: string): { files: number; bytes: number } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => statSync(join(folder, name))).filter((stat) => stat.isFile());
  return { files: stats.length, bytes: stats.reduce((sum, { size }) => sum + size, 0) };
}
