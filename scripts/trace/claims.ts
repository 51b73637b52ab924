/** Collects the ids that the suite, the monitor, the faults and the sandbox use, with the place of each use. */
import { readdirSync, readFileSync } from 'node:fs';
import { isRequirementId } from '../../src/contract/requirements.ts';
import { readContract } from '../../src/contract/spec.ts';
import { faultsByFile } from '../../src/faults/index.ts';
import { settableIds } from '../../src/sandbox/readings/index.ts';
import { suite } from '../../tests/suite.ts';
import type { Claims } from './missing.ts';
import { findRequestIds, findSuccessIds } from './places.ts';

const root = new URL('../../', import.meta.url);

interface IdPlace {
  readonly id: string;
  /** The file, with the function or table in it if that is known: `src/file.ts#name`. */
  readonly where: string;
}

/** Collects the ids of this checkout. */
export function collectClaims(): Claims {
  const items = listSuiteItems();
  const sandboxFiles = groupById(findSandboxIds());
  const faults = Object.entries(faultsByFile).flatMap(([file, fileFaults]) =>
    fileFaults.map((fault) => ({ ...fault, file: `src/faults/${file}` })),
  );
  return {
    checks: groupById([
      ...findSuccessIds(readContract()).map((id) => ({ id, where: judgeStatus })),
      ...findJudgedIds(),
      ...listRequestIds('src/contract/requests/request-schemas.ts'),
      ...listModules('tests/').flatMap((file) => findIds(file, /\battributeDrift\('([^']+)'/g)),
      ...items.flatMap(({ where, item }) =>
        item.kind === 'check' ? [{ id: item.requirement, where }] : [],
      ),
    ]),
    prefixes: groupById(
      items.flatMap(({ where, item }) =>
        item.kind === 'check' ? item.covers.map((id) => ({ id, where })) : [],
      ),
    ),
    sandboxFiles,
    observations: groupById([
      ...items.flatMap(({ where, item }) =>
        item.kind === 'check' ? [] : [{ id: item.silence, where }],
      ),
      ...findReadIds(),
    ]),
    faults: groupById(
      faults.flatMap(({ name, breaks }) => breaks.map((id) => ({ id, where: name }))),
    ),
    faultFiles: new Map(faults.map(({ name, file }) => [name, file])),
    readings: new Set(settableIds.filter((id) => sandboxFiles.has(id))),
  };
}

/** Returns every item of the suite, with the file of its section. */
function listSuiteItems() {
  const fileByTitle = findSectionFiles();
  return suite.flatMap(({ title, items }) =>
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
  const places = [
    ...listModules('src/monitor/'),
    ...listModules('src/traffic/caller-rules/'),
    'src/contract/shapes.ts',
  ]
    .toSorted()
    .flatMap((file) => findIds(file, /'([a-z0-9-]+(?:\.[a-z0-9-]+)+)'/g));
  const isWider = ({ where }: IdPlace): boolean => where.includes('/wider-evidence.ts#');
  // Most of the wider evidence only proves requirements, so the places that decide come first.
  return [...places.filter((place) => !isWider(place)), ...places.filter(isWider)];
}

/** Returns every silence whose readings the monitor finds in responses, with the file that does. */
function findReadIds(): IdPlace[] {
  return listModules('src/monitor/').flatMap((file) =>
    findIds(file, /\bsilence(?::| =) '([a-z0-9-]+(?:\.[a-z0-9-]+)*)'/g),
  );
}

/** Returns every id that code takes from the requests of the contract, with the file that does. */
function listRequestIds(where: string): IdPlace[] {
  return [...findRequestIds(readContract())].map((id) => ({ id, where }));
}

/** Returns every id that the sandbox and its rules name, or take from the contract, with the file. */
function findSandboxIds(): IdPlace[] {
  const namedIds = [...listModules('src/rules/'), ...listModules('src/sandbox/')].flatMap((file) =>
    findIds(file, /['`]([a-z0-9-]+(?:\.[a-z0-9-]+)*)['`]/g),
  );
  return [...namedIds, ...listRequestIds('src/sandbox/shapes/request-concerns.ts')];
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
  return [...text.matchAll(pattern)].flatMap(({ 0: { length }, 1: id = '', index }) => {
    if (!isRequirementId(id)) return [];
    const before = text.slice(0, index + length).replace(/'[^']*'$/, '');
    const name = findDeclaration(before);
    const isClaim =
      name.startsWith('claim') || /^(?: as const)?,\s*field\b/.test(text.slice(index + length));
    return [
      name === '' ? file : `${file}#${name}`,
      ...(isClaim || isDefault.test(before) ? comparisons : []),
    ].map((where) => ({ id, where }));
  });
}

/** The id of a claim, or of a view without one, breaks if a later response shows another book. These functions decide. */
const comparisons = [
  locate('src/monitor/views/book-view.ts', 'findMismatches'),
  locate('src/monitor/views/blame.ts', 'findCauses'),
];
const isDefault = /(?:\bcreateView\(\w+, |\bdefaultRequirement: )$/;

/** The function that compares a success status with those of the contract. */
const judgeStatus = locate('src/monitor/judging/outcome.ts', 'judgeStatus');

/**
 * Returns the place of a function.
 * @throws Error if it has moved
 */
function locate(file: string, name: string): string {
  const text = readFileSync(new URL(file, root), 'utf8');
  if (text.includes(`function ${name}(`)) return `${file}#${name}`;
  throw new Error(`${file} has no ${name}. Change its place in scripts/trace/claims.ts.`);
}

/** Returns the name of the last function or constant that starts at the top level of a text. */
function findDeclaration(text: string): string {
  const names = [...text.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)];
  return names.at(-1)?.[1] ?? '';
}

function groupById(idPlaces: readonly IdPlace[]): Map<string, string[]> {
  const placesById = new Map<string, string[]>();
  for (const { id, where } of idPlaces) {
    const places = placesById.get(id) ?? [];
    if (!places.includes(where)) placesById.set(id, [...places, where]);
  }
  return placesById;
}
