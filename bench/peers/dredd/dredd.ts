/** Dredd with the contract in OpenAPI 3.0 and hooks that lead to each documented answer. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loweredContract, openContract } from '../contract-copies.ts';
import { npmPackages } from '../install.ts';
import { answerSchemas } from './answer-schemas.ts';
import type { Peer } from '../peer.ts';
import { asTyped, runCommand, type Command } from '../run-command.ts';

const version = '14.1.0';
const hooks = fileURLToPath(new URL('./hooks.ts', import.meta.url));

export const dredd: Peer = {
  name: 'Dredd',
  version,
  complains: 'exit code 1; a failed transaction in its xUnit report',
  setup:
    'the contract lowered to OpenAPI 3.0, and hooks that prepare books for every documented answer, hold it against its whole schema, look at each book afterwards, and remove it',
  install: async (home) => npmPackages(home, [`dredd@${version}`]),
  prepare: async ({ prepared }) => {
    await writeFile(join(prepared, 'contract.json'), JSON.stringify(await loweredContract()));
    const schemas = answerSchemas(await openContract());
    await writeFile(join(prepared, 'schemas.json'), JSON.stringify(schemas));
    const registered = [
      `const hooks = require('hooks');`,
      `require(${JSON.stringify(hooks)}).register(hooks, { key: 'sandbox-key', schemas: require('./schemas.json') });`,
    ];
    await writeFile(join(prepared, 'hooks.js'), `${registered.join('\n')}\n`);
  },
  ask: async ({ origin, work }, { home, prepared }) => {
    const report = join(work, 'report.xml');
    const command: Command = {
      program: join(home, 'node_modules/.bin/dredd'),
      args: [
        join(prepared, 'contract.json'),
        origin,
        `--hookfiles=${join(prepared, 'hooks.js')}`,
        '--reporter=xunit',
        `--output=${report}`,
        '--loglevel=error',
      ],
      folder: prepared,
      // The hooks are TypeScript.
      settings: { NODE_OPTIONS: `--import=${import.meta.resolve('tsx')}` },
    };
    const { out } = await runCommand(command);
    const typed = asTyped(command).replace(import.meta.resolve('tsx'), 'tsx');
    const xml = await readFile(report, 'utf8').catch(() => '');
    if (!xml.includes('</testsuite>')) return { command: typed, complaints: [], broke: out };
    return { command: typed, complaints: [...failures(xml)] };
  },
};

/** Names of test cases that failed; their texts hold ids of the run. */
function* failures(xml: string): Generator<string> {
  for (const [, name = '', rest = ''] of xml.matchAll(
    /<testcase name="([^"]*)"[^>]*[^/]>([\s\S]*?)<\/testcase>/g,
  )) {
    if (/<(failure|error)/.test(rest)) yield name;
  }
}
