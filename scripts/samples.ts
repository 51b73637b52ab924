/** Runs every code sample of the docs page, each against a new sandbox. An operation id runs only its samples. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '../src/cli/shell/index.ts';
import { operationIds, type OperationId } from '../src/contract/operations.ts';
import { createSamples, type Sample } from '../src/docs/samples/index.ts';
import type { Book } from '../src/sandbox/book/index.ts';
import { runCommand } from './smoke/command.ts';
import { prepareSandbox } from './samples/prepare-sandbox.ts';
import { createTally } from './smoke/tally.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
assert(existsSync(`${root}dist/client/package.json`), 'No client yet: run npm run build first.');

/** The program and file ending for each language. */
const programs: Readonly<Record<string, readonly [program: string, ending: string]>> = {
  curl: ['sh', 'sh'],
  Client: [process.execPath, 'mjs'],
  fetch: [process.execPath, 'mjs'],
  Python: ['python3', 'py'],
};

/** The effect of a sample on the only book. The other samples must only print something. */
const expectedEffects: Partial<Record<OperationId, (book: Book) => boolean>> = {
  createBook: ({ status }) => status === 'draft',
  updateBook: ({ isFinalVersion }) => isFinalVersion,
  attachFile: ({ files }) => files.length === 1,
  publishBook: ({ status }) => status !== 'draft',
  unpublishBook: ({ status }) => status !== 'published',
  deleteBook: ({ deletedAt }) => deletedAt !== undefined,
};

async function runSample(operation: OperationId, sample: Sample): Promise<void> {
  const [program = '', ending = ''] = programs[sample.label] ?? [];
  const file = join(folder, `${operation}-${sample.label}.${ending}`);
  await writeFile(file, `${sample.source}\n`);
  const { served, environment } = await prepareSandbox(operation, bookFile);
  try {
    const output = await run(program, file, environment);
    const [book] = await served.sandbox.books();
    const hasEffect = expectedEffects[operation];
    if (hasEffect === undefined)
      assert(operation === 'putFile' || output !== '', 'It printed nothing.');
    else
      assert(
        book !== undefined && hasEffect(book),
        `It did not change the book. It printed: ${output}`,
      );
  } finally {
    await served.close();
  }
}

async function run(
  program: string,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(program, [file], {
    cwd: folder,
    // The programs are found through our PATH.
    // oxlint-disable-next-line node/no-process-env
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  const { code, output } = await collectOutput(child);
  assert.equal(code, 0, `exit ${code}: ${output}`);
  return output;
}

/** Compiles the samples with our client in strict mode. */
async function compile(): Promise<void> {
  const files = operationIds.map((operation) => join(folder, `${operation}.ts`));
  for (const [index, operation] of operationIds.entries()) {
    const sample = createSamples(operation).find(({ label }) => label === 'Client');
    await writeFile(files[index] ?? '', sample?.source ?? '');
  }
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modern = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
  const types = ['--types', 'node', '--typeRoots', `${root}node_modules/@types`];
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const args = [tsc, '--noEmit', '--skipLibCheck', ...strict, ...modern, ...types, ...files];
  await runCommand(folder, process.execPath, args);
}

const [only] = process.argv.slice(2);
const chosen = operationIds.filter((id) => only === undefined || id === only);
const folder = await mkdtemp(join(tmpdir(), 'bookdist-samples-'));
const bookFile = join(folder, 'the-salt-road.epub');
const tally = createTally();
try {
  await writeFile(bookFile, 'the bytes of the salt road');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  await mkdir(join(folder, 'node_modules'));
  await symlink(`${root}dist/client`, join(folder, 'node_modules/book-distribution-client'));
  await tally.step('the samples with our client compile', compile);
  for (const operation of chosen) {
    const runs = createSamples(operation).map(async (sample) =>
      tally.step(`${operation} in ${sample.label}`, async () => runSample(operation, sample)),
    );
    await Promise.all(runs);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
tally.close();
