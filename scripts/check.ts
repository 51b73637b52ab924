/** Runs every check of the source except the tests. `npm run check -- lint types` runs only these two. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '../src/cli/shell/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A program of npm with its arguments, or a script of ours. */
const parts: Readonly<Record<string, readonly string[]>> = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint'],
  types: ['tsx', 'node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.'],
  imports: ['depcruise', 'src', 'tests', 'scripts', '--config', '.dependency-cruiser.mjs'],
  house: ['tsx', 'scripts/house/check-house.ts'],
  'dead-code': ['knip'],
  contract: ['redocly', 'lint', 'openapi/distribution.yaml'],
  generated: ['tsx', 'scripts/generate.ts', '--check'],
  trace: ['tsx', 'scripts/trace.ts'],
};

interface PartResult {
  readonly part: string;
  readonly passed: boolean;
  readonly output: string;
}

async function runPart(part: string, command: readonly string[]): Promise<PartResult> {
  const start = performance.now();
  const child = spawn('npx', ['--no-install', ...command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const { code, output } = await collectOutput(child);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${seconds} s  ${part}`);
  return { part, passed: code === 0, output: output.trimEnd() };
}

/** Runs one part after the other until the queue is empty. */
async function runParts(
  queue: Iterable<readonly [part: string, command: readonly string[]]>,
): Promise<PartResult[]> {
  const results: PartResult[] = [];
  for (const [part, command] of queue) results.push(await runPart(part, command));
  return results;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => parts[name] === undefined);
if (names.includes('--help')) {
  console.log(`npm run check -- [${Object.keys(parts).join('|')}]...`);
} else if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. Choose from ${Object.keys(parts).join(', ')}.`,
  );
  process.exitCode = 2;
} else {
  const chosen = Object.entries(parts).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const queue = chosen.values();
  const runners = Array.from({ length: availableParallelism() }, async () => runParts(queue));
  const results = (await Promise.all(runners)).flat();
  const failed = results.filter(({ passed }) => !passed);
  for (const { part, output } of failed) console.error(`\n=== ${part}\n${output}`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
