/** Redocly Respect with the flows as an Arazzo description, next to the contract. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openContract } from '../contract-copies.ts';
import type { Peer } from '../peer.ts';
import { asTyped, runCommand, type Command } from '../run-command.ts';
import { daysFrom } from '../scenarios/days.ts';
import { flows } from '../scenarios/flows.ts';
import { values } from '../scenarios/values.ts';
import { npmPackages } from '../install.ts';
import { arazzo } from './arazzo.ts';

const version = '2.77.0';

export const respect: Peer = {
  name: 'Redocly Respect',
  version,
  complains: 'exit code 1; a check of a step that failed, in its JSON output',
  setup: `${flows.length + values.length} flows written by hand, with the answers they expect; it holds every answer against the contract by itself`,
  install: async (home) => npmPackages(home, [`@redocly/cli@${version}`]),
  prepare: async ({ prepared }) => {
    await writeFile(join(prepared, 'contract.json'), JSON.stringify(await openContract()));
    const written = JSON.stringify(arazzo([...values, ...flows]), null, 2);
    await writeFile(join(prepared, 'books.arazzo.json'), written);
  },
  ask: async ({ api, key, work }, { home, prepared }) => {
    const report = join(work, 'report.json');
    const inputs = { key, run: 'one', ...daysFrom(Date.now()) };
    const command: Command = {
      program: join(home, 'node_modules/.bin/redocly'),
      args: [
        'respect',
        join(prepared, 'books.arazzo.json'),
        '--server',
        `books=${api}`,
        '--input',
        JSON.stringify(inputs),
        '--json-output',
        report,
      ],
      folder: prepared,
      settings: { REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
    };
    const { out } = await runCommand(command);
    const typed = asTyped(command).replace(JSON.stringify(inputs), '{"key": …, days …}');
    const told: unknown = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
    if (told === undefined) return { command: typed, complaints: [], broke: out };
    return { command: typed, complaints: [...failures(told, '')] };
  },
};

/** Failed checks, named by workflow, step and condition. */
function* failures(node: unknown, within: string): Generator<string> {
  if (Array.isArray(node)) {
    for (const item of node) yield* failures(item, within);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const [workflow, step] = [text(node, 'workflowId'), text(node, 'stepId')];
  const here = workflow === '' ? within : `${workflow} ${step}`;
  if (Reflect.get(node, 'passed') === false && text(node, 'severity') === 'error') {
    yield `${within}: ${text(node, 'name')} ${text(node, 'condition')}`.trim();
  }
  for (const inner of Object.values(node)) yield* failures(inner, here);
}

function text(node: object, key: string): string {
  const value: unknown = Reflect.get(node, key);
  return typeof value === 'string' ? value : '';
}
