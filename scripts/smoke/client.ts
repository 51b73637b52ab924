/** Uses the client from its tarball: a strict program, and its README, against the packed sandbox. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, install } from './command.ts';
import { forms, sandboxIn } from './sandbox-process.ts';
import { filesOf, dependenciesOf } from './installed.ts';
import type { Smoke } from './toolkit.ts';

/** Everything a user may switch on, and no declaration of this package skipped. */
const strict = {
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

const resolvers = {
  nodenext: { module: 'nodenext', outDir: 'out' },
  bundler: { module: 'esnext', moduleResolution: 'bundler', noEmit: true },
};

const mostBytes = 2_000_000;

export interface ClientSmoke extends Smoke {
  /** Where the toolkit is installed, whose sandbox answers. */
  readonly toolkit: string;
}

export async function checkClient(smoke: ClientSmoke): Promise<void> {
  const { folder, packed, tally } = smoke;
  const home = join(folder, 'client');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "name": "newcomer", "type": "module" }\n');
  await tally.step('client: installs in an empty folder', () => install(home, packed.client));
  await tally.step('client: brings one direct dependency', async () => {
    const direct = dependenciesOf(home, 'book-distribution-client');
    if (direct.join() === 'openapi-fetch') return;
    throw new Error(`expected openapi-fetch, came ${direct.join(', ')}`);
  });
  await tally.step('client: under 2 MB with everything it brings', async () => {
    const { bytes, packages } = filesOf(join(home, 'node_modules'));
    console.log(`      ${packages.join(', ')}: ${(bytes / 1000).toFixed(0)} kB`);
    if (bytes > mostBytes) throw new Error(`expected at most ${mostBytes} bytes, came ${bytes}`);
  });
  await useClient(smoke, home);
}

async function useClient({ root, tally, toolkit }: ClientSmoke, home: string): Promise<void> {
  const fixture = join(root, 'scripts/smoke/consumer/client-user.txt');
  writeFileSync(join(home, 'user.ts'), readFileSync(fixture, 'utf8'));
  const readme = readFileSync(
    join(home, 'node_modules/book-distribution-client/README.md'),
    'utf8',
  );
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code ?? '');
  writeFileSync(join(home, 'readme.ts'), blocks.join('\n'));
  for (const [name, options] of Object.entries(resolvers)) {
    await tally.step(`client: a strict program and its README compile (${name})`, () =>
      compile(root, home, { ...strict, ...options }),
    );
  }
  for (const form of forms) {
    await tally.step(`client: create, read, list, look up, delete in the ${form} form`, () =>
      sandboxIn(toolkit, form, async (address) => {
        await command(home, process.execPath, ['out/user.js', address, form]);
      }),
    );
    await tally.step(`client: its README runs in the ${form} form`, () =>
      sandboxIn(toolkit, form, async (address) => {
        const program = join(home, 'out/readme.js');
        const there = readFileSync(program, 'utf8').replaceAll('http://127.0.0.1:4020', address);
        writeFileSync(join(home, 'out/readme-there.js'), there);
        await command(home, process.execPath, ['out/readme-there.js']);
      }),
    );
  }
}

async function compile(root: string, home: string, compilerOptions: object): Promise<void> {
  const project = { compilerOptions, files: ['user.ts', 'readme.ts'] };
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await command(home, process.execPath, [tsc, '-p', '.']);
}
