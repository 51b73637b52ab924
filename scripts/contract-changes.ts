/** Compares the contract with its recorded versions and its score. Fails on a breaking change without a new major version. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isObject, type JsonObject } from '../src/contract/json-pointer.ts';
import { readContract } from '../src/contract/spec.ts';
import { bareContract } from './contract-changes/bare-contract.ts';
import { changesBetween, type Change } from './contract-changes/compare.ts';
import { leastScore, scoreOfContract } from './contract-changes/score.ts';

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
    .toSorted((one, other) =>
      versionOf(one).localeCompare(versionOf(other), 'en', { numeric: true }),
    );
}

function table(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing that a caller would notice.';
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = changes.map(
    ({ impact, where, what }) => `| ${impact} | ${cell(where)} | ${cell(what)} |`,
  );
  return ['| Impact | Where | What |', '|---|---|---|', ...rows].join('\n');
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
  const changes = await changesBetween(base, next);
  const name = next === now ? `Since ${versionOf(base)}` : versionOf(next);
  parts.unshift(`## ${name}\n\n${table(changes)}\n`);
  const breaking = changes.filter(({ impact }) => impact === 'major');
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
