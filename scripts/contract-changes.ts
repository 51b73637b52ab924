/** Compares the contract with its recorded versions and its score. Fails on a breaking change without a new major version. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compareContracts, type ContractChange } from '../src/contract/contract-changes.ts';
import { isArray, isObject, type Json, type JsonObject } from '../src/contract/json-pointer.ts';
import { readContract } from '../src/contract/spec.ts';
import { redocly } from './redocly/redocly.ts';

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

/** Redocly's score for how easy the contract is to integrate, out of 100. More would need constraints that the document does not state. */
const leastScore = 83;

async function scoreOfContract(): Promise<number> {
  const { out, err } = await redocly(['score', 'openapi/distribution.yaml', '--format', 'json']);
  const report: unknown = JSON.parse(out.slice(out.indexOf('{')) || '{}');
  const found = isObject(report) ? report['agentReadiness'] : undefined;
  if (typeof found === 'number') return found;
  throw new Error(`redocly score returned no number: ${err}`);
}

const remarks = new Set(['title', 'summary', 'description', 'examples', 'example', 'tags']);

/** Returns a contract without descriptions, examples and extensions, on which callers do not depend. */
function bareContract(contract: JsonObject): JsonObject {
  const bare = withoutRemarks(contract, false);
  if (!isObject(bare)) throw new Error('The contract is not an object.');
  return { ...bare, info: { title: 'Book distribution service', version: versionOf(contract) } };
}

/** Property names are not keywords, so all of them stay. */
function withoutRemarks(value: Json, areNames: boolean): Json {
  if (isArray(value)) return value.map((item) => withoutRemarks(item, false));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key]) => areNames || !(remarks.has(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(
    kept.map(([key, item]) => [key, withoutRemarks(item, !areNames && key === 'properties')]),
  );
}

function versionOf({ info }: JsonObject): string {
  return isObject(info) && typeof info['version'] === 'string' ? info['version'] : '';
}

function major(version: string): number {
  return Number.parseInt(version, 10);
}

async function recorded(): Promise<JsonObject[]> {
  const names = (await readdir(records)).filter((name) => name.endsWith('.json'));
  const read = names.map(async (name) => {
    const contract: unknown = JSON.parse(await readFile(new URL(name, records), 'utf8'));
    return contract;
  });
  return (await Promise.all(read))
    .filter(isObject)
    .toSorted((a, b) => versionOf(a).localeCompare(versionOf(b), 'en', { numeric: true }));
}

function table(changes: readonly ContractChange[]): string {
  if (changes.length === 0) return 'Nothing that a caller would notice.';
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = changes.map(
    ({ breaking, where, what }) =>
      `| ${breaking ? 'may break' : 'safe'} | ${cell(where)} | ${cell(what)} |`,
  );
  return ['| For callers | Where | What |', '|---|---|---|', ...rows].join('\n');
}

const now = bareContract(readContract().document);
const version = versionOf(now);
if (values.record) {
  await writeFile(new URL(`${version}.json`, records), `${JSON.stringify(now)}\n`);
}

const all = await recorded();
const parts: string[] = [];
const wrong: string[] = [];
for (const [index, base] of all.entries()) {
  const next = all[index + 1] ?? now;
  const changes = compareContracts(base, next);
  const name = next === now ? `Since ${versionOf(base)}` : versionOf(next);
  parts.unshift(`## ${name}\n\n${table(changes)}\n`);
  const breaking = changes.filter((change) => change.breaking);
  if (next !== now || breaking.length === 0 || major(version) > major(versionOf(base))) continue;
  wrong.push(
    `Can break a caller since ${versionOf(base)}, while the version is ${version}:`,
    ...breaking.map(({ where, what }) => `  ${where}: ${what}`),
    `Take them back, or announce them: info.version ${major(versionOf(base)) + 1}.0.`,
  );
}
const [first] = all;
if (first === undefined)
  wrong.push('No version is on record. Run: npm run prove -- contract --record');
else parts.push(`## ${versionOf(first)}\n\nThe first version on record.\n`);

const text = parts.join('\n');
if (values.write) await writeFile(page, text);
else if ((await readFile(page, 'utf8')) !== text) {
  wrong.push('openapi/changes.md is stale. Run: npm run prove -- contract --write');
}
const score = await scoreOfContract();
if (score < leastScore) wrong.push(`Redocly scores the contract ${score}, below ${leastScore}.`);
for (const line of wrong) console.error(line);
console.log(
  `${all.length} versions on record, score ${score}, ${wrong.length === 0 ? 'nothing wrong' : 'WRONG'}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
