/** Portman makes a Postman collection out of the contract and settings; Newman runs it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openContract } from '../contract-copies.ts';
import { npmPackages } from '../install.ts';
import type { Peer, Tool } from '../peer.ts';
import { asTyped, runCommand, type Command } from '../run-command.ts';
import { daysFrom } from '../scenarios/days.ts';
import { flows } from '../scenarios/flows.ts';
import { values } from '../scenarios/values.ts';
import { settings } from './settings.ts';

const versions = { portman: '1.33.0', newman: '6.2.2' };

/** What is run of the collection; the rest of it are requests with example ids, which name nothing. */
const folders = ['Variation Tests', 'Integration Tests'];

export const portman: Peer = {
  name: 'Portman with Newman',
  version: `${versions.portman}, ${versions.newman}`,
  complains: 'exit code 1; a failed assertion in the JSON report of Newman',
  setup: `the same ${flows.length + values.length} flows as integration tests, with its status and schema tests on each step, and its fuzzing of required properties and query limits`,
  install: async (home) =>
    npmPackages(home, [
      `@apideck/portman@${versions.portman}`,
      `newman@${versions.newman}`,
      'tslib@2.8.1',
    ]),
  prepare: async (tool) => {
    const { prepared } = tool;
    await writeFile(join(prepared, 'contract.json'), JSON.stringify(await openContract()));
    const written = JSON.stringify(settings([...values, ...flows]), null, 2);
    await writeFile(join(prepared, 'portman.json'), written);
    const { code, out } = await runCommand(making(tool));
    if (code !== 0) throw new Error(out);
  },
  ask: async ({ api, key, work }, tool) => {
    const report = join(work, 'report.json');
    const known = { baseUrl: api, key, run: 'one', ...daysFrom(Date.now()) };
    const variables = Object.entries(known).map(([name, value]) => `--env-var=${name}=${value}`);
    const running: Command = {
      program: join(tool.home, 'node_modules/.bin/newman'),
      args: [
        'run',
        join(tool.prepared, 'collection.json'),
        ...folders.flatMap((name) => ['--folder', name]),
        ...variables,
        '--reporters',
        'json',
        '--reporter-json-export',
        report,
      ],
      folder: work,
    };
    const days = /(--env-var=(past|today|soon|near|far|distant)=[\d-]+ )+/;
    const shown = asTyped(running).replace(days, '--env-var=past=… ');
    const command = `${asTyped(making(tool))}\n${shown}`;
    const { out } = await runCommand(running);
    const told: unknown = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
    if (told === undefined) return { command, complaints: [], broke: out };
    return { command, complaints: [...failures(told)] };
  },
};

/** The collection is made once; the address comes in as a variable. */
function making({ home, prepared }: Tool): Command {
  const file = (name: string): string => join(prepared, name);
  return {
    program: join(home, 'node_modules/.bin/portman'),
    args: ['-l', file('contract.json'), '-c', file('portman.json'), '-o', file('collection.json')],
    folder: prepared,
  };
}

/** What failed in the report, named by request and assertion. */
function* failures(report: unknown): Generator<string> {
  for (const failure of items(at(at(report, 'run'), 'failures'))) {
    const [source, error] = [at(failure, 'source'), at(failure, 'error')];
    yield `${String(at(source, 'name'))}: ${String(at(error, 'test') ?? at(error, 'name'))}`;
  }
}

function at(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
