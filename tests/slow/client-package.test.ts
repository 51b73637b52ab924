/** Packs the client, installs it in an empty folder, and uses it with several compilers, runtimes and tools. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../scripts/build/stale.ts';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/index.ts';
import { takeSample } from '../support/sample.ts';
import {
  clientFolder,
  compile,
  createProject,
  createScratchFolder,
  installPackages,
  packPackage,
  root,
  type Tarball,
  testTarball,
} from './packed-package.ts';

const scratch = createScratchFolder();
const home = createProject(scratch, 'client');
const installed = join(home, 'node_modules/book-distribution-client');
/** The compilers, runtimes and tools, which are installed at once. */
const tools = createProject(scratch, 'tools');
const toolPath = (name: string): string => join(tools, 'node_modules', name);
let tarball: Tarball;
let sandbox: ServedSandbox;

beforeAll(async () => {
  sandbox = await serveSandbox();
  tarball = await packPackage(clientFolder, scratch);
  expect(await installPackages(home, tarball.path)).toEqual([]);
  const versions = ['5.4.5', '5.9.3', '7.0.2'].map(
    (version) => `ts-${version}@npm:typescript@${version}`,
  );
  await installPackages(tools, tarball.path, ...versions, 'deno@2', 'bun@1', 'jest@30.5.2');
  copyFileSync(join(root, 'tests/support/client/use-client.ts'), join(home, 'use-client.ts'));
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  writeFileSync(join(home, 'readme.ts'), examples.join('\n'));
  const main = `import { useClient } from './use-client.ts';
    console.log(await useClient(process.argv[2], process.argv[3]));`;
  writeFileSync(join(home, 'main.mjs'), await bundle(main, { packages: 'external' }));
  writeFileSync(join(home, 'one.mp3'), 'the sound of the sea');
});
afterAll(async () => sandbox.close());

/** Bundles a program for runtimes without TypeScript. */
async function bundle(contents: string, options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({
    stdin: { contents, resolveDir: home, loader: 'ts' },
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    write: false,
    ...options,
  });
  return outputFiles.map(({ text }) => text).join('');
}

testTarball(() => tarball, {
  paths: /^(package\.json|README\.md|LICENSE|[\w-]+\.(mjs|cjs|d\.mts|d\.cts|mjs\.map))$/,
  maxBytes: 250_000,
  resolution: ['--profile', 'node16'],
});

test('it brings no other package, and installs at most 100 files and 500 kB', () => {
  const names = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(names).toEqual(['book-distribution-client']);
  expect(tarball.files.length).toBeLessThanOrEqual(100);
  expect(tarball.unpackedSize).toBeLessThanOrEqual(500_000);
});

test.each([
  ['the client', 20_000, ['']],
  ['the client and the pre-flight', 24_300, ['', '/preflight']],
])('%s has at most %i bytes in a bundle, minified and gzipped', async (_, maxBytes, entries) => {
  const exports = entries.map((name) => `export * from 'book-distribution-client${name}';`);
  const program = await bundle(exports.join('\n'), { platform: 'browser', minify: true });
  expect(gzipSync(program).length).toBeLessThanOrEqual(maxBytes);
});

test('it works in a program that uses require, with types', async () => {
  const calls =
    "for (const entry of ['', '/preflight']) require(`book-distribution-client${entry}`)";
  const flag = '--no-experimental-require-module';
  await runCommand(home, process.execPath, [flag, '--eval', calls]);
  writeFileSync(
    join(home, 'required.cts'),
    `
import { createDistribution, isProblemError, type BookCreate } from 'book-distribution-client';
import { preflight } from 'book-distribution-client/preflight';
export const create = async (book: BookCreate): Promise<boolean> => {
  const { books } = createDistribution({ preflight: preflight() });
  return books.create(book).then(() => true, isProblemError);
};
`,
  );
  const flags = ['--strict', '--noEmit', '--module', 'node16', '--lib', 'es2022,dom'];
  await compile(home, ...flags, '--typeRoots', 'none', 'required.cts');
});

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

/** The oldest and the newest compiler, each before the most used one with other settings. */
const compilers = [
  ['5.4.5', { module: 'nodenext', noEmit: true }],
  ['5.9.3', { module: 'esnext', moduleResolution: 'bundler', noEmit: true }],
  ['7.0.2', { module: 'nodenext', noEmit: true }],
  ['5.9.3', { module: 'nodenext', outDir: 'out' }],
] as const;

test.each(takeSample(compilers, 2))(
  'a strict program and its README compile with TypeScript %s and %o',
  async (version, settings) => {
    const compilerOptions = { ...strictOptions, ...settings };
    const project = { compilerOptions, files: ['use-client.ts', 'readme.ts'] };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(project));
    await runCommand(home, process.execPath, [toolPath(`ts-${version}/bin/tsc`), '-p', '.']);
  },
);

test.each(['reference', 'walkthrough'] as const)(
  'the program and the README run if a service answers in the form "%s"',
  async (form) => {
    const readings = { 'create.response': form, 'update.response': form, 'upload.response': form };
    const served = await serveSandbox({ readings });
    await runCommand(home, process.execPath, ['main.mjs', served.url, 'one.mp3']);
    const readme = readFileSync(join(home, 'readme.ts'), 'utf8');
    const program = readme.replaceAll('http://127.0.0.1:4020', served.url);
    writeFileSync(join(home, 'readme.mjs'), await bundle(program, { packages: 'external' }));
    await runCommand(home, process.execPath, ['readme.mjs']);
    await served.close();
  },
);

test.each([
  ['deno', ['run', '--allow-net', '--allow-read', '--allow-env', '--node-modules-dir=manual']],
  ['bun', ['run']],
])('it runs in %s', async (name, args) => {
  const options = [...args, 'main.mjs', sandbox.url, 'one.mp3'];
  expect((await runCommand(home, toolPath(`.bin/${name}`), options)).out).toBe('as expected\n');
});

test('it runs without Node, where programs may not use eval', async () => {
  // The globals of edge runtimes. Errors and arrays are those of the process, because `fetch` uses them.
  const names = `fetch Request Response Headers FormData Blob File AbortController AbortSignal URL URLSearchParams btoa
    crypto TextEncoder TextDecoder ReadableStream setTimeout clearTimeout performance Uint8Array Error TypeError`;
  const globals: Record<string, unknown> = { address: sandbox.url };
  for (const name of names.split(/\s+/)) globals[name] = Reflect.get(globalThis, name);
  const context = createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  const main = `import { useClient } from './use-client.ts';
    globalThis.result = useClient(address);`;
  const conditions = ['edge-light', 'workerd', 'worker'];
  const program = await bundle(main, { format: 'iife', conditions });
  runInContext(program, context);
  expect(await globals['result']).toBe('as expected');
});

test('it runs in Jest, as an ES module and by require', async () => {
  const jestTest = `
test('the client creates a book', async () => {
  const fetch = async () => Response.json({ bookId: '7' }, { status: 201 });
  const { books } = createDistribution({ baseUrl: 'http://any', apiKey: 'canary-key-4711', fetch });
  expect((await books.create({ title: 'Tides' })).id).toBe('7');
});
`;
  const name = '{ createDistribution }';
  const module = "'book-distribution-client'";
  writeFileSync(join(tools, 'import.test.mjs'), `import ${name} from ${module};${jestTest}`);
  writeFileSync(join(tools, 'require.test.cjs'), `const ${name} = require(${module});${jestTest}`);
  const options = ['--experimental-vm-modules', toolPath('jest/bin/jest.js')];
  const match = ['--testMatch', '**/*.test.[cm]js'];
  const { err } = await runCommand(tools, process.execPath, [...options, ...match]);
  expect(err).toMatch(/Tests: +2 passed/);
});
