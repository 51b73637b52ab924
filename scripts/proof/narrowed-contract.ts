/** Narrows the contract to the observed answers, lints it, and compiles every recorded response against its types. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
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

const root = fileURLToPath(new URL('../../', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** Writes a narrowed contract, its types and the recorded responses; returns the file names. */
export async function writeNarrowed(observations: Observations, folder: string, name: string) {
  const file = (ending: string): string => join(folder, `${name}.${ending}`);
  const [overlay, contract] = [file('overlay.yaml'), file('yaml')];
  await writeFile(overlay, writeObservedOverlay(observations).text);
  const fullContract = join(root, 'openapi/distribution.yaml');
  await expectSuccess(
    runRedocly(['bundle', fullContract, '--overlay', overlay, '--output', contract]),
  );
  const types = await openapiTypescript(pathToFileURL(contract), { silent: true });
  await writeFile(file('ts'), astToString(types));
  const recorded = file('recorded.ts');
  await writeFile(recorded, writeRecordedResponses(observations, `./${name}.ts`));
  return { contract, recorded };
}

/** Lints the narrowed contracts and compiles the recorded responses against them. */
export async function checkNarrowed(
  narrowedContracts: readonly Awaited<ReturnType<typeof writeNarrowed>>[],
): Promise<void> {
  const contracts = narrowedContracts.map(({ contract }) => contract);
  await expectSuccess(runRedocly(['lint', ...contracts, '--config', join(root, 'redocly.yaml')]));
  const recordedFiles = narrowedContracts.map(({ recorded }) => recorded);
  const strictOptions = ['--noEmit', '--strict', '--allowImportingTsExtensions'];
  await expectSuccess(
    runNode([compiler, ...strictOptions, '--module', 'nodenext', ...recordedFiles]),
  );
}

async function expectSuccess(command: Promise<CommandResult>): Promise<void> {
  const { code, out, err } = await command;
  assert.equal(code, 0, out + err);
}

/** Silences whose answers a contract cannot describe, such as a body that is not JSON. */
const indescribableSilences = new Set(['request.malformed-json', 'delete.invalid-params']);

/** Writes each response as a literal of the narrowed type of its operation and status. */
function writeRecordedResponses({ silences }: Observations, types: string): string {
  const lines = Object.entries(silences)
    .flatMap(([silence, answers]) => (indescribableSilences.has(silence) ? [] : answers))
    .flatMap(({ operation, evidence }) =>
      operation === undefined || evidence === undefined ? [] : toLines(operation, evidence),
    );
  assert.ok(lines.length > 100, 'too few responses were recorded');
  return [
    `import type { operations } from '${types}';`,
    'const check = <Expected>() => <Body extends Expected>(body: Body): Body => body;',
    ...new Set(lines),
    'export {};',
    '',
  ].join('\n');
}

function toLines(operation: string, { status, mediaType, responseBody }: Evidence): string[] {
  const operationInContract = Object.values(readContract().operations).find(
    ({ id }) => id === operation,
  );
  const responseInContract = operationInContract?.responses.find(
    (entry) => entry.status === String(status),
  );
  // Storage responses are not described, and long bodies are truncated.
  const isCut = typeof responseBody === 'string' && mediaType.endsWith('json');
  if (
    operationInContract?.needsKey !== true ||
    responseBody === undefined ||
    isCut ||
    status === 401
  )
    return [];
  if (responseInContract !== undefined && Object.keys(responseInContract.content).length === 0)
    return [];
  if (responseInContract === undefined && status < 300) return [];
  const type = `operations['${operation}']['responses'][${status}]['content']['${mediaType}']`;
  return [`check<${type}>()(${JSON.stringify(responseBody)});`];
}
