/** Redocly Respect, which runs our hand-written flows from an Arazzo description. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import cli from '@redocly/cli/package.json' with { type: 'json' };
import { openContract } from '../../scripts/redocly/open-contract.ts';
import { runRedocly } from '../../scripts/redocly/redocly.ts';
import { createArazzo } from './arazzo.ts';
import { flows } from './flows.ts';
import type { Tool } from './judge.ts';
import { refusals } from './refusals.ts';
import { daysFrom } from './steps.ts';

const scenarios = [...refusals, ...flows];

export const respect: Tool = {
  name: 'Redocly Respect',
  version: cli.version,
  problemFormat: 'exit code 1, and a failed check of a step in its JSON output',
  setup: `${scenarios.length} hand-written flows with the responses they expect; it compares each response with the contract by itself`,
  run: async ({ origin, key, folder }) => {
    const [flowFile, report] = [join(folder, 'books.arazzo.json'), join(folder, 'report.json')];
    await writeFile(join(folder, 'contract.json'), JSON.stringify(openContract()));
    await writeFile(flowFile, JSON.stringify(createArazzo(scenarios)));
    const server = `books=${origin}/v2/distribution`;
    const args = ['respect', flowFile, '--server', server, '--json-output', report];
    const input = JSON.stringify({ key, run: 'one', ...daysFrom(Date.now()) });
    const { out, err } = await runRedocly([...args, '--input', input]);
    const command = `redocly ${args.join(' ')} --input '{"key": …, days …}'`;
    const result: unknown = await readFile(report, 'utf8').then(JSON.parse, () => undefined);
    if (result === undefined) return { command, complaints: [], crash: out + err };
    return { command, complaints: [...listFailedChecks(result, '')] };
  },
};

/** Yields the failed checks, named by workflow, step and condition. */
function* listFailedChecks(node: unknown, path: string): Generator<string> {
  if (Array.isArray(node)) {
    for (const item of node) yield* listFailedChecks(item, path);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const [workflow, step] = [readText(node, 'workflowId'), readText(node, 'stepId')];
  const childPath = workflow === '' ? path : `${workflow} ${step}`;
  if (Reflect.get(node, 'passed') === false && readText(node, 'severity') === 'error') {
    yield `${path}: ${readText(node, 'name')} ${readText(node, 'condition')}`.trim();
  }
  for (const inner of Object.values(node)) yield* listFailedChecks(inner, childPath);
}

function readText(node: object, key: string): string {
  const value: unknown = Reflect.get(node, key);
  return typeof value === 'string' ? value : '';
}
