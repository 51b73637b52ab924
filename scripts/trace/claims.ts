/** Collects the ids that the suite, the monitor, the faults and the sandbox use, with the file of each use. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isObject } from '../../src/contract/json-pointer.ts';
import { isRequirementId } from '../../src/contract/requirements.ts';
import { readContract } from '../../src/contract/spec.ts';
import type { Claims } from './missing.ts';
import { findDerivedIds } from './places.ts';

const root = new URL('../../', import.meta.url);

interface IdPlace {
  readonly id: string;
  readonly where: string;
}

/** Collects the ids of this checkout. A module that does not exist uses no ids. */
export async function collectClaims(): Promise<Claims> {
  const items = await listSuiteItems();
  const faultFiles = await importExport('src/faults/index.ts', 'faultsByFile', isFaultsByFile);
  const readings = await importExport(
    'src/sandbox/readings/readings.ts',
    'settableIds',
    isReadings,
  );
  const sandboxFiles = groupById(findSandboxIds());
  const faults = Object.entries(faultFiles ?? {}).flatMap(([file, fileFaults]) =>
    fileFaults.map((fault) => ({ ...fault, file: `src/faults/${file}` })),
  );
  return {
    checks: groupById([
      ...findJudgedIds(),
      ...listDerivedIds('src/contract/requests/request-schemas.ts'),
      ...items.flatMap(({ where, item }) =>
        item.requirement === undefined ? [] : [{ id: item.requirement, where }],
      ),
    ]),
    prefixes: groupById(
      items.flatMap(({ where, item }) => (item.covers ?? []).map((id) => ({ id, where }))),
    ),
    sandboxFiles,
    observations: groupById([
      ...items.flatMap(({ where, item: { silence: id } }) =>
        id === undefined ? [] : [{ id, where }],
      ),
      ...findReadIds(),
    ]),
    faults: groupById(
      faults.flatMap(({ name, breaks }) => breaks.map((id) => ({ id, where: name }))),
    ),
    faultFiles: new Map(faults.map(({ name, file }) => [name, file])),
    readings: new Set((readings ?? []).filter((id) => sandboxFiles.has(id))),
  };
}

/** Returns every item of the suite, with the file of its section. */
async function listSuiteItems() {
  const sections = await importExport('tests/suite.ts', 'suite', isSections);
  const fileByTitle = findSectionFiles();
  return (sections ?? []).flatMap(({ title, items }) =>
    items.map((item) => ({ where: fileByTitle.get(title) ?? title, item })),
  );
}

/** Returns the file of each section of the suite, by the section's title. */
function findSectionFiles(): ReadonlyMap<string, string> {
  return new Map(
    listModules('tests/').flatMap((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      return [...text.matchAll(/\bsection\('([^']+)'/g)].map(
        ([, title = '']) => [title, file] as const,
      );
    }),
  );
}

/** Returns every id that the monitor or a rule for callers names, with the file that names it. */
function findJudgedIds(): IdPlace[] {
  return [
    ...listModules('src/monitor/'),
    ...listModules('src/traffic/callers/'),
    'src/contract/shapes.ts',
  ]
    .toSorted()
    .flatMap((file) => findIds(file, /'([a-z0-9-]+(?:\.[a-z0-9-]+)+)'/g));
}

/** Returns every silence whose readings the monitor finds in responses, with the file that does. */
function findReadIds(): IdPlace[] {
  return listModules('src/monitor/').flatMap((file) =>
    findIds(file, /\bsilence(?::| =) '([a-z0-9-]+(?:\.[a-z0-9-]+)*)'/g),
  );
}

/** Returns every id that code takes from the contract, with the file that does. */
function listDerivedIds(where: string): IdPlace[] {
  return [...findDerivedIds(readContract())].map((id) => ({ id, where }));
}

/** Returns every id that the sandbox and its rules name, or take from the contract, with the file. */
function findSandboxIds(): IdPlace[] {
  const namedIds = [...listModules('src/rules/'), ...listModules('src/sandbox/')].flatMap((file) =>
    findIds(file, /['`]([a-z0-9-]+(?:\.[a-z0-9-]+)*)['`]/g),
  );
  return [...namedIds, ...listDerivedIds('src/sandbox/shapes/request-concerns.ts')];
}

/** Returns the modules below a folder, except tests. */
function listModules(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => `${folder}${file.replaceAll('\\', '/')}`)
    .toSorted();
}

function findIds(file: string, pattern: RegExp): IdPlace[] {
  const text = readFileSync(new URL(file, root), 'utf8');
  return [...text.matchAll(pattern)].flatMap(([, id = '']) =>
    isRequirementId(id) ? [{ id, where: file }] : [],
  );
}

function groupById(idPlaces: readonly IdPlace[]): Map<string, string[]> {
  const placesById = new Map<string, string[]>();
  for (const { id, where } of idPlaces) {
    const places = placesById.get(id) ?? [];
    if (!places.includes(where)) placesById.set(id, [...places, where]);
  }
  return placesById;
}

/** Returns an export of a module, or undefined if the file does not exist. */
async function importExport<Value>(
  path: string,
  name: string,
  isValue: (value: unknown) => value is Value,
): Promise<Value | undefined> {
  const file = new URL(path, root);
  if (!existsSync(file)) return undefined;
  const module: unknown = await import(file.href);
  const exportedValue: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, name) : undefined;
  if (isValue(exportedValue)) return exportedValue;
  throw new Error(`${path} exports no ${name} that trace can read. See scripts/trace/claims.ts.`);
}

interface Section {
  readonly title: string;
  readonly items: readonly {
    readonly requirement?: string;
    readonly silence?: string;
    readonly covers?: readonly string[];
  }[];
}

interface Fault {
  readonly name: string;
  readonly breaks: readonly string[];
}

function isSections(value: unknown): value is readonly Section[] {
  return (
    Array.isArray(value) &&
    value.every(
      (section) =>
        isObject(section) &&
        typeof section['title'] === 'string' &&
        Array.isArray(section['items']),
    )
  );
}

function isFaults(value: unknown): value is readonly Fault[] {
  return (
    Array.isArray(value) &&
    value.every(
      (fault) =>
        isObject(fault) && typeof fault['name'] === 'string' && Array.isArray(fault['breaks']),
    )
  );
}

function isFaultsByFile(value: unknown): value is Readonly<Record<string, readonly Fault[]>> {
  return isObject(value) && Object.values(value).every(isFaults);
}

function isReadings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string');
}
