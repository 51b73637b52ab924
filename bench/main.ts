/** Runs benchmarks, each in its own process. `npm run bench -- --help` lists them. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../scripts/build/stale.ts';

const programs: Readonly<Record<string, string>> = {
  sandbox: './sandbox.ts',
  run: './run-cost.ts',
  list: './client-list.ts',
  upload: './client-upload.ts',
  growth: './growth.ts',
};

const usage = `Usage: npm run bench [-- NAME] [options]

  sandbox  CPU per request of the sandbox, bare node:http and Prism; startup and memory
           --rounds N  --requests N  --connections N
  run      CPU of a full verification with and without the monitor, and its time with late responses
  list     CPU of listing a page with the client, bare fetch and openapi-fetch
           --rounds N
  upload   time and memory of uploading a file of 5 GiB with the client; takes minutes
           --rounds N  --mebibytes N  --gibibytes N  --only time|memory  --peaks N
  growth   CPU of a request as the number of books grows
           --books 10000,1000000  --postgres

Without a name: sandbox, run and list; --rounds N applies to all of them.

Examples:
  npm run bench
  npm run bench -- sandbox --rounds 1
`;

/** Runs one benchmark and returns its exit code. */
function runBenchmark(file: string, options: readonly string[]): number {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const command = ['--import', 'tsx', program, ...options];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}

const args = process.argv.slice(2);
const isNamed = args[0] !== undefined && args[0] !== '--rounds';
const names = isNamed ? args.slice(0, 1) : ['sandbox', 'run', 'list'];
const options = isNamed ? args.slice(1) : args;
if (names.some((name) => programs[name] === undefined)) {
  process.stdout.write(usage);
  process.exitCode = args[0] === '--help' ? 0 : 2;
} else {
  buildIfStale();
  for (const name of names) process.exitCode ||= runBenchmark(programs[name] ?? '', options);
}
