/** Claims on twins: under any readings, what is observed makes a sandbox that answers alike, and a contract that fits. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { coveringRows } from '../../src/cli/covering-rows.ts';
import { runOnOwnSandbox } from '../../src/cli/own-sandbox.ts';
import { twinOf } from '../../src/cli/twin.ts';
import { readContract } from '../../src/contract/spec.ts';
import { buildReport } from '../../src/report/build-report.ts';
import { changedAnswers } from '../../src/report/changed-answers.ts';
import { ledgerEntries } from '../../src/report/ledger-entry.ts';
import { remember, type Evidence, type Observed } from '../../src/report/observed.ts';
import { observedOverlay } from '../../src/report/overlay.ts';
import type { Report } from '../../src/report/report.ts';
import { suite } from '../../tests/suite.ts';
import type { Claim } from './claim.ts';
import { node, reportsFolder } from './command.ts';

type Readings = Readonly<Record<string, string>>;

async function observe(readings: Readings, seed: number): Promise<Report> {
  const sandbox = { readings };
  const outcome = await runOnOwnSandbox(suite, { seed, runs: 5, sandbox, knows: false });
  return buildReport({
    outcome,
    ledger: ledgerEntries(),
    contract: { version: '', sha256: '000000000000', operations: readContract().operations },
    tool: { name: 'proof', version: '', node: process.version },
    target: { address: 'http://sandbox.invalid', kind: 'own sandbox', faults: [] },
    only: undefined,
    again: () => '',
    secrets: [],
  });
}

async function answersAlike(readings: Readings, seed: number): Promise<void> {
  const seen = remember(await observe(readings, seed));
  const { readings: alike, unlike } = twinOf(seen);
  // An answer in free words, where another reading hides what would show this one, is no setting.
  assert.deepEqual(
    unlike.filter((line) => line.includes(' and ')),
    [],
  );
  const twin = await observe(alike, seed + 1000);
  const changed = changedAnswers(twin, seen);
  assert.deepEqual(
    changed.map(
      ({ silence, answer, previous }) => `${silence}: ${previous.join()}, twin ${answer}`,
    ),
    [],
  );
  await fitsItsContract(seen);
}

const from = createRequire(import.meta.url);
const redocly = join(from.resolve('@redocly/cli/package.json'), '../bin/cli.js');
const compiler = join(from.resolve('typescript/package.json'), '../bin/tsc');
const root = fileURLToPath(new URL('../../', import.meta.url));

async function fitsItsContract(seen: Observed): Promise<void> {
  const folder = await reportsFolder();
  const [overlay, narrowed] = [
    join(folder, 'observed.overlay.yaml'),
    join(folder, 'narrowed.yaml'),
  ];
  await writeFile(overlay, observedOverlay(seen).text);
  const contract = join(root, 'openapi/distribution.yaml');
  await passes([redocly, 'bundle', contract, '--overlay', overlay, '--output', narrowed]);
  await passes([redocly, 'lint', narrowed, '--config', join(root, 'redocly.yaml')]);
  const types = astToString(
    await openapiTypescript(new URL(`file://${narrowed}`), { silent: true }),
  );
  await writeFile(join(folder, 'narrowed.ts'), types);
  const recorded = join(folder, 'recorded.ts');
  await writeFile(recorded, recordedAnswers(seen));
  await passes([
    compiler,
    '--noEmit',
    '--strict',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
    recorded,
  ]);
}

async function passes(command: readonly string[]): Promise<void> {
  const { code, out, err } = await node(command);
  assert.equal(code, 0, out + err);
}

/** Silences that are answered in a form the contract describes for nothing: a body that is no JSON, say. */
const beyondContract = new Set(['request.malformed-json', 'delete.invalid-params']);

/** Each answer as a literal that the narrowed type of its operation and status has to take. */
function recordedAnswers({ silences }: Observed): string {
  const lines = Object.entries(silences)
    .flatMap(([silence, answers]) => (beyondContract.has(silence) ? [] : answers))
    .flatMap(({ operation, evidence }) =>
      operation === undefined || evidence === undefined ? [] : lineOf(operation, evidence),
    );
  assert.ok(lines.length > 100, 'hardly an answer was recorded');
  return [
    "import type { operations } from './narrowed.ts';",
    'const taken = <Expected>() => <Given extends Expected>(given: Given): Given => given;',
    ...new Set(lines),
    '',
  ].join('\n');
}

function lineOf(operation: string, { status, mediaType, responseBody }: Evidence): string[] {
  const called = Object.values(readContract().operations).find(({ id }) => id === operation);
  const answer = called?.answers.find((one) => one.status === String(status));
  // Storage answers as it likes, and a long body was cut to a text.
  const isCut = typeof responseBody === 'string' && mediaType.endsWith('json');
  if (called?.keyed !== true || responseBody === undefined || isCut || status === 401) return [];
  if (answer !== undefined && Object.keys(answer.content).length === 0) return [];
  if (answer === undefined && status < 300) return [];
  const type = `operations['${operation}']['responses'][${status}]['content']['${mediaType}']`;
  return [`taken<${type}>()(${JSON.stringify(responseBody)});`];
}

const rows = coveringRows();

export const twins: readonly Claim[] = [
  {
    says: 'a twin answers as the service it was observed from, and the overlay fits what was recorded',
    prove: async () => answersAlike(rows[0] ?? {}, 1),
    inSample: false,
  },
  {
    says: `so do the twins of all ${rows.length} services that together have every two readings`,
    prove: async () => {
      for (const [at, readings] of rows.entries()) await answersAlike(readings, at);
    },
    inSample: false,
  },
];
