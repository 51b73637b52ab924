import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isRequirementId, requirement } from '../contract/requirements.ts';
import { tour, tourFor } from '../sandbox/scenes/tour/tour.ts';
import { broadFaults } from './broad-faults.ts';
import { fieldFaults } from './field-faults.ts';
import { faults, writtenFaults, type Fault } from './index.ts';
import { narrowFaults } from './narrow-faults.ts';
import { raceFaults } from './race-faults.ts';
import { statusFaults } from './status-faults.ts';
import { storageFaults } from './storage-faults.ts';

const names = faults.map(({ name }) => name);

test('names are kebab case, and each is there once', () => {
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('each breaks something the document states, but for the one that proves nothing', () => {
  const breaking = faults.filter(({ name }) => name !== 'refuses-everything');
  expect(breaking.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
  const broken = faults.flatMap(({ breaks }) => breaks);
  expect(broken.filter((id) => !isRequirementId(id) || requirement(id).level === 'open')).toEqual(
    [],
  );
});

test('the four families have two faults each at least', () => {
  const breaking = (area: RegExp) =>
    faults.filter(({ breaks }) => breaks.some((id) => area.test(id)));
  for (const area of [/^publish\..*window|^publish\.final/, /^isbn\./, /^chapters\./, /^list\./]) {
    expect(breaking(area).length).toBeGreaterThanOrEqual(2);
  }
});

const usual = new Map<string, Promise<readonly string[]>>();

function usually(id: string): Promise<readonly string[]> {
  const notes = usual.get(id) ?? (id === '' ? tour() : tourFor(id));
  usual.set(id, notes);
  return notes;
}

/** What the service says differently, where the fault says it does; else anywhere at all. */
async function difference(fault: Fault): Promise<readonly string[]> {
  const [id = ''] = fault.breaks;
  const near = await tourFor(id, { faults: [fault] });
  if (near.join() !== (await usually(id)).join()) return near;
  const anywhere = await tour({ faults: [fault] });
  expect(anywhere).not.toEqual(await usually(''));
  return anywhere;
}

const extremes = ['accepts-everything', 'refuses-everything'];

/** What shows only between calls, over time or in another account; the grade shows these too. */
const untoured = new Set<Fault>([
  ...fieldFaults,
  ...narrowFaults,
  ...statusFaults,
  ...storageFaults,
  ...broadFaults,
  ...raceFaults,
]);
const toured = writtenFaults.filter((fault) => !untoured.has(fault));

describe.each(toured.map((fault) => [fault.name, fault] as const))('%s', (name, fault) => {
  test('shows in some answer, and breaks nothing of the sandbox itself', async () => {
    const notes = await difference(fault);
    const broken = notes.filter((note) => / 5[0-9]{2} |^lost:/.test(note));
    expect(extremes.includes(name) ? [] : broken).toEqual([]);
  });
});

test('the page of the grade has every fault', async () => {
  const page = await readFile(new URL('../../docs/grade.md', import.meta.url), 'utf8');
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
