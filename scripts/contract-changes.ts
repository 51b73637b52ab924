/** Compares the contract with its recorded versions. Fails on a breaking change without a new major version, or a low score. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compareContracts, type ContractChange } from '../src/contract/contract-changes.ts';
import { isArray, isObject, type Json, type JsonObject } from '../src/contract/json-pointer.ts';
import { readContract } from '../src/contract/spec.ts';
import { runRedocly } from './redocly/redocly.ts';

const records = new URL('../docs/contract/', import.meta.url);
const page = new URL('../openapi/changes.md', import.meta.url);

const { values } = parseArgs({
  options: {
    /** Writes openapi/changes.md. */
    write: { type: 'boolean', default: false },
    /** Records the contract under its version, as part of a release. */
    record: { type: 'boolean', default: false },
  },
});

/** Of 100: Redocly's score for how easy the contract is to integrate. A higher score would need constraints that the document does not state. */
const minScore = 83;

async function readScore(): Promise<number> {
  const { out, err } = await runRedocly(['score', 'openapi/distribution.yaml', '--format', 'json']);
  const report: unknown = JSON.parse(out.slice(out.indexOf('{')) || '{}');
  const score = isObject(report) ? report['agentReadiness'] : undefined;
  if (typeof score === 'number') return score;
  throw new Error(`redocly score returned no number: ${err}`);
}

const documentationKeys = new Set([
  'title',
  'summary',
  'description',
  'examples',
  'example',
  'tags',
]);

/** Returns a contract without descriptions, examples and extensions, on which callers do not depend. */
function removeDocumentation(contract: JsonObject): JsonObject {
  const bare = removeKeys(contract, false);
  if (!isObject(bare)) throw new Error('The contract is not an object.');
  return { ...bare, info: { title: 'Book distribution service', version: getVersion(contract) } };
}

/** The names of properties are not keywords, so it keeps all of them. */
function removeKeys(value: Json, areNames: boolean): Json {
  if (isArray(value)) return value.map((item) => removeKeys(item, false));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key]) => areNames || !(documentationKeys.has(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(
    entries.map(([key, item]) => [key, removeKeys(item, !areNames && key === 'properties')]),
  );
}

function getVersion({ info }: JsonObject): string {
  return isObject(info) && typeof info['version'] === 'string' ? info['version'] : '';
}

function parseMajor(version: string): number {
  return Number.parseInt(version, 10);
}

async function readRecords(): Promise<JsonObject[]> {
  const names = (await readdir(records)).filter((name) => name.endsWith('.json'));
  const contracts = names.map(async (name) => {
    const contract: unknown = JSON.parse(await readFile(new URL(name, records), 'utf8'));
    return contract;
  });
  return (await Promise.all(contracts))
    .filter(isObject)
    .toSorted((a, b) => getVersion(a).localeCompare(getVersion(b), 'en', { numeric: true }));
}

function formatChanges(changes: readonly ContractChange[]): string {
  if (changes.length === 0) return 'Nothing that a caller would notice.';
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = changes.map(
    ({ breaking, where, what }) =>
      `| ${breaking ? 'may break' : 'safe'} | ${cell(where)} | ${cell(what)} |`,
  );
  return ['| For callers | Where | What |', '|---|---|---|', ...rows].join('\n');
}

const current = removeDocumentation(readContract().document);
const version = getVersion(current);
if (values.record) {
  await writeFile(new URL(`${version}.json`, records), `${JSON.stringify(current)}\n`);
}

const versions = await readRecords();
const sections: string[] = [];
const problems: string[] = [];
for (const [index, base] of versions.entries()) {
  const next = versions[index + 1] ?? current;
  const changes = compareContracts(base, next);
  const name = next === current ? `Since ${getVersion(base)}` : getVersion(next);
  sections.unshift(`## ${name}\n\n${formatChanges(changes)}\n`);
  const breaking = changes.filter((change) => change.breaking);
  if (
    next !== current ||
    breaking.length === 0 ||
    parseMajor(version) > parseMajor(getVersion(base))
  )
    continue;
  problems.push(
    `These changes since ${getVersion(base)} can break a caller, but the version is ${version}:`,
    ...breaking.map(({ where, what }) => `  ${where}: ${what}`),
    `Revert them, or set info.version to ${parseMajor(getVersion(base)) + 1}.0.`,
  );
}
const [first] = versions;
if (first === undefined)
  problems.push('No version is on record. Run: npm run prove -- contract --record');
else sections.push(`## ${getVersion(first)}\n\nThe first version on record.\n`);

const text = sections.join('\n');
if (values.write) await writeFile(page, text);
else if ((await readFile(page, 'utf8')) !== text) {
  problems.push('openapi/changes.md is stale. Run: npm run prove -- contract --write');
}
const currentScore = await readScore();
if (currentScore < minScore)
  problems.push(`Redocly scores the contract ${currentScore}, below ${minScore}.`);
for (const line of problems) console.error(line);
console.log(
  `${versions.length} versions on record, score ${currentScore}, ${problems.length === 0 ? 'passed' : 'FAILED'}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
