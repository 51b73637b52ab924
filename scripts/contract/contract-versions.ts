/** The recorded versions of the contract, and what has changed from one to the next. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { compareContracts, type ContractChange } from '../../src/contract/changes/index.ts';
import { isArray, isObject, type Json, type JsonObject } from '../../src/contract/json-pointer.ts';
import { readContract } from '../../src/contract/spec.ts';

const records = new URL('../../docs/contract/', import.meta.url);

/** Keywords on which callers do not depend. */
const documentationKeys = new Set('title summary description examples example tags'.split(' '));

/** Removes descriptions, examples and extensions. The names of properties are not keywords, so it keeps all of them. */
function removeDocumentation(value: Json, areNames = false): Json {
  if (isArray(value)) return value.map((item) => removeDocumentation(item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key]) => areNames || !(documentationKeys.has(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key,
      removeDocumentation(item, !areNames && key === 'properties'),
    ]),
  );
}

/** Returns the contract as it is recorded. */
function readCurrent(): JsonObject {
  const { document } = readContract();
  const bare = removeDocumentation(document);
  if (!isObject(bare)) throw new Error('The contract is not an object.');
  return { ...bare, info: { title: 'Book distribution service', version: getVersion(document) } };
}

function getVersion({ info }: JsonObject): string {
  return isObject(info) && typeof info['version'] === 'string' ? info['version'] : '';
}

/** Returns the recorded versions, the oldest first. Before the first release there are none. */
async function readRecords(): Promise<JsonObject[]> {
  const entries = await readdir(records).catch(() => []);
  const names = entries.filter((name) => name.endsWith('.json'));
  const contracts = names.map(async (name): Promise<unknown> =>
    JSON.parse(await readFile(new URL(name, records), 'utf8')),
  );
  return (await Promise.all(contracts))
    .filter(isObject)
    .toSorted((a, b) => getVersion(a).localeCompare(getVersion(b), 'en', { numeric: true }));
}

/** Records the contract under its version, as part of a release. */
export async function recordContract(): Promise<void> {
  const current = readCurrent();
  const file = new URL(`${getVersion(current)}.json`, records);
  await mkdir(records, { recursive: true });
  await writeFile(file, `${JSON.stringify(current)}\n`);
}

/** Returns the changes since the last recorded version that can break a caller, unless the first number of the version is higher. */
export async function findBreakingChanges(): Promise<readonly string[]> {
  const current = readCurrent();
  const last = (await readRecords()).at(-1) ?? current;
  if (Number.parseInt(getVersion(current), 10) > Number.parseInt(getVersion(last), 10)) return [];
  const changes = compareContracts(last, current).filter(({ breaking }) => breaking);
  return changes.map(({ where, what }) => `${where}: ${what}`);
}

/** Returns the page that lists the changes of every version, the newest first. */
export async function formatChangesPage(): Promise<string> {
  const current = readCurrent();
  const versions = await readRecords();
  const [first = current] = versions;
  const sections = versions.map((version, index) => {
    const next = versions[index + 1];
    const title = next === undefined ? `Since ${getVersion(version)}` : getVersion(next);
    return `## ${title}\n\n${formatChanges(compareContracts(version, next ?? current))}\n`;
  });
  const oldest = `## ${getVersion(first)}\n\nThe first version on record.\n`;
  return [...sections.toReversed(), oldest].join('\n');
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
