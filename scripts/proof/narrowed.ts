/** Narrows the contract by observed answers, bundles and lints it, and compiles every recorded response against it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { readContract } from '../../src/contract/spec.ts';
import {
  type Evidence,
  type Observations,
  writeObservedOverlay,
} from '../../src/report/baseline/index.ts';
import { runRedocly } from '../redocly/redocly.ts';
import { runNode, type CommandResult } from './command.ts';

const from = createRequire(import.meta.url);
const compiler = join(from.resolve('typescript/package.json'), '../bin/tsc');
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Writes a narrowed contract, its types and the recorded responses; returns the file names. */
export async function writeNarrowed(seen: Observations, folder: string, name: string) {
  const file = (ending: string): string => join(folder, `${name}.${ending}`);
  const [overlay, contract] = [file('overlay.yaml'), file('yaml')];
  await writeFile(overlay, writeObservedOverlay(seen).text);
  const whole = join(root, 'openapi/distribution.yaml');
  await expectSuccess(runRedocly(['bundle', whole, '--overlay', overlay, '--output', contract]));
  const types = await openapiTypescript(pathToFileURL(contract), { silent: true });
  await writeFile(file('ts'), astToString(types));
  const recorded = file('recorded.ts');
  await writeFile(recorded, writeRecordedAnswers(seen, `./${name}.ts`));
  return { contract, recorded };
}

/** Lints and compiles all of them. */
export async function checkNarrowed(
  narrowed: readonly Awaited<ReturnType<typeof writeNarrowed>>[],
): Promise<void> {
  const contracts = narrowed.map(({ contract }) => contract);
  await expectSuccess(runRedocly(['lint', ...contracts, '--config', join(root, 'redocly.yaml')]));
  const answers = narrowed.map(({ recorded }) => recorded);
  const strictly = ['--noEmit', '--strict', '--allowImportingTsExtensions'];
  await expectSuccess(runNode([compiler, ...strictly, '--module', 'nodenext', ...answers]));
}

async function expectSuccess(command: Promise<CommandResult>): Promise<void> {
  const { code, out, err } = await command;
  assert.equal(code, 0, out + err);
}

/** Silences whose answers the contract cannot describe, such as a body that is not JSON. */
const beyondContract = new Set(['request.malformed-json', 'delete.invalid-params']);

/** Writes each response as a literal of the narrowed type of its operation and status. */
function writeRecordedAnswers({ silences }: Observations, types: string): string {
  const lines = Object.entries(silences)
    .flatMap(([silence, answers]) => (beyondContract.has(silence) ? [] : answers))
    .flatMap(({ operation, evidence }) =>
      operation === undefined || evidence === undefined ? [] : toLines(operation, evidence),
    );
  assert.ok(lines.length > 100, 'hardly an answer was recorded');
  return [
    `import type { operations } from '${types}';`,
    'const taken = <Expected>() => <Given extends Expected>(given: Given): Given => given;',
    ...new Set(lines),
    'export {};',
    '',
  ].join('\n');
}

function toLines(operation: string, { status, mediaType, responseBody }: Evidence): string[] {
  const called = Object.values(readContract().operations).find(({ id }) => id === operation);
  const answer = called?.answers.find((entry) => entry.status === String(status));
  // Storage responses are not described, and long bodies are truncated.
  const isCut = typeof responseBody === 'string' && mediaType.endsWith('json');
  if (called?.keyed !== true || responseBody === undefined || isCut || status === 401) return [];
  if (answer !== undefined && Object.keys(answer.content).length === 0) return [];
  if (answer === undefined && status < 300) return [];
  const type = `operations['${operation}']['responses'][${status}]['content']['${mediaType}']`;
  return [`taken<${type}>()(${JSON.stringify(responseBody)});`];
}
