/** Runs a benchmark in its own process. `npm run bench -- --help` lists them. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../scripts/build/stale.ts';

const programs: Readonly<Record<string, string>> = {
  list: './client-list.ts',
  growth: './growth.ts',
};

const usage = `Usage: npm run bench -- NAME [options]

  list     CPU of listing a page with the client, bare fetch and openapi-fetch
           --rounds N
  growth   CPU of a request as the number of books grows
           --books 10000,1000000  --postgres

Examples:
  npm run bench -- list --rounds 3
  npm run bench -- growth --books 1000,10000
`;

const [name = '', ...options] = process.argv.slice(2);
const program = programs[name];
if (program === undefined) {
  process.stdout.write(usage);
  process.exitCode = name === '--help' ? 0 : 2;
} else {
  buildIfStale();
  const file = fileURLToPath(new URL(program, import.meta.url));
  const command = ['--import', 'tsx', file, ...options];
  process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}
