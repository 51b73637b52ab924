import { access, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isObject } from '../contract/json-pointer.ts';
import { isRequirementId, requirement } from '../contract/requirements.ts';
import { faults, faultsByFile } from './index.ts';

const names = faults.map(({ name }) => name);

test('the names of faults are kebab case and unique', () => {
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('every fault except refuses-everything breaks requirements, and none breaks a silence', () => {
  const provableFaults = faults.filter(({ name }) => name !== 'refuses-everything');
  expect(provableFaults.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
  const brokenIds = faults.flatMap(({ breaks }) => breaks);
  expect(
    brokenIds.filter((id) => !isRequirementId(id) || requirement(id).level === 'open'),
  ).toEqual([]);
});

test('the final version window, ISBNs, chapters and lists each have at least two faults', () => {
  const findBreaking = (area: RegExp) =>
    faults.filter(({ breaks }) => breaks.some((id) => area.test(id)));
  for (const area of [/^publish\..*window|^publish\.final/, /^isbn\./, /^chapters\./, /^list\./]) {
    expect(findBreaking(area).length).toBeGreaterThanOrEqual(2);
  }
});

test('docs/requirements.md names the file that builds each fault', async () => {
  const page = await readFile(new URL('../../docs/requirements.md', import.meta.url), 'utf8');
  for (const [file, fileFaults] of Object.entries(faultsByFile)) {
    await access(new URL(file, import.meta.url));
    for (const { name } of fileFaults)
      expect(page).toContain(`| \`${name}\` | [src/faults/${file}]`);
  }
});

test('docs/grade.json lists every fault, and no other', async () => {
  const text = await readFile(new URL('../../docs/grade.json', import.meta.url), 'utf8');
  const graded: unknown = JSON.parse(text);
  const gradedNames = isObject(graded) ? Object.keys(graded) : [];
  expect(gradedNames.filter((name) => !names.includes(name))).toEqual([]);
  const missingNames = names.filter((name) => !gradedNames.includes(name));
  const options = missingNames.map((name) => `--fault ${name}`).join(' ');
  expect(
    missingNames,
    `docs/grade.json lacks faults. Run: npm run grade -- ${options} --page docs/grade.md`,
  ).toEqual([]);
});
