import { access, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isRequirementId, requirement } from '../contract/requirements.ts';
import { tour, tourFor } from '../../tests/support/sandbox/tour/tour.ts';
import { faults, faultsByFile, type Fault } from './index.ts';

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

const correctNotes = new Map<string, Promise<readonly string[]>>();

/** Returns the notes of a correct sandbox on the tour for an id, or on the whole tour for ''. */
function readCorrectNotes(id: string): Promise<readonly string[]> {
  const notes = correctNotes.get(id) ?? (id === '' ? tour() : tourFor(id));
  correctNotes.set(id, notes);
  return notes;
}

/** Returns the notes that a fault changes: on the tour for its requirement, or else on the whole tour. */
async function findChangedNotes(fault: Fault): Promise<readonly string[]> {
  const [id = ''] = fault.breaks;
  const options = { faults: [fault] };
  const notes = await tourFor(id, options, await readCorrectNotes(id));
  if (notes.join() !== (await readCorrectNotes(id)).join()) return notes;
  const allNotes = await tour(options, await readCorrectNotes(''));
  const hint =
    'Correct its override, or add a request that shows it to tests/support/sandbox/tour.';
  expect(allNotes, `${fault.name} changes no response of the sandbox's tour. ${hint}`).not.toEqual(
    await readCorrectNotes(''),
  );
  return allNotes;
}

const extremes = ['accepts-everything', 'refuses-everything'];

/** Files of faults that may show only across requests, over time or in another account. The grade covers them. */
const filesWithoutTour =
  /^(field|strict|status|storage|broad|race|account|refusal|contract)-faults/;
const touredFaults = Object.entries(faultsByFile).flatMap(([file, fileFaults]) =>
  filesWithoutTour.test(file) ? [] : fileFaults,
);

describe.each(touredFaults.map((fault) => [fault.name, fault] as const))('%s', (name, fault) => {
  test('changes a response, and the sandbox itself does not fail', async () => {
    const notes = await findChangedNotes(fault);
    const failures = notes.filter((note) => / 5[0-9]{2} |^lost:/.test(note));
    expect(extremes.includes(name) ? [] : failures).toEqual([]);
  });
});

test('docs/requirements.md names the file that builds each fault', async () => {
  const page = await readFile(new URL('../../docs/requirements.md', import.meta.url), 'utf8');
  for (const [file, fileFaults] of Object.entries(faultsByFile)) {
    await access(new URL(file, import.meta.url));
    for (const { name } of fileFaults)
      expect(page).toContain(`| \`${name}\` | [src/faults/${file}]`);
  }
});

test('docs/grade.json lists every fault', async () => {
  const text = await readFile(new URL('../../docs/grade.json', import.meta.url), 'utf8');
  const missingNames = names.filter((name) => !text.includes(`"${name}"`));
  const options = missingNames.map((name) => `--fault ${name}`).join(' ');
  expect(
    missingNames,
    `docs/grade.json lacks faults. Run: npm run grade -- ${options} --page docs/grade.md`,
  ).toEqual([]);
});
