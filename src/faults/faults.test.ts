import { access, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { isRequirementId, requirement } from '../contract/requirements.ts';
import { run, unboundRun } from '../harness/run/index.ts';
import { serveSandbox } from '../sandbox/index.ts';
import { tour, tourFor } from '../sandbox/scenes/tour/tour.ts';
import { suite } from '../../tests/suite.ts';
import type { Check } from '../harness/suite/index.ts';
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

function readCorrectNotes(id: string): Promise<readonly string[]> {
  const notes = correctNotes.get(id) ?? (id === '' ? tour() : tourFor(id));
  correctNotes.set(id, notes);
  return notes;
}

/**
 * Returns the notes of a tour whose responses change under a fault: the tour of its requirement, or else
 * the whole tour. If none changes, a check or scenario must find the fault.
 */
async function findChangedNotes(fault: Fault): Promise<readonly string[]> {
  const [id = ''] = fault.breaks;
  const areaNotes = await tourFor(id, { faults: [fault] });
  if (areaNotes.join() !== (await readCorrectNotes(id)).join()) return areaNotes;
  const allNotes = await tour({ faults: [fault] });
  if (allNotes.join() !== (await readCorrectNotes('')).join()) return allNotes;
  expect(
    await findDriftingIds(fault),
    `${fault.name} changes no response of the sandbox's tour, and no check or scenario finds it. Correct its override, or add a case that reaches it to tests/contract/scenarios or tests/property.`,
  ).toContain(id);
  return [];
}

/** Returns whether a check is about a requirement, or is a scenario that covers it. */
function givesEvidence({ requirement: checkedId, covers }: Check, id: string): boolean {
  return checkedId === id || covers.some((prefix) => id.startsWith(prefix));
}

/** Returns the requirements that drift when only the checks and scenarios for this fault run. */
async function findDriftingIds(fault: Fault): Promise<readonly string[]> {
  const server = await serveSandbox({ faults: [fault], readings: fault.readings ?? {} });
  try {
    const sections = suite.map(({ items, ...section }) => ({
      ...section,
      items: items.filter(
        (item) => item.kind === 'check' && fault.breaks.some((id) => givesEvidence(item, id)),
      ),
    }));
    const { findings } = await run(sections, {
      ...unboundRun,
      baseUrl: `${server.url}/v2/distribution`,
      apiKey: server.key,
      seed: 1,
      runs: 20,
    });
    const drifts = findings.filter(({ verdict }) => verdict === 'drifts');
    return drifts.map(({ requirement: id }) => id);
  } finally {
    await server.close();
  }
}

const extremes = ['accepts-everything', 'refuses-everything'];

/** Files of faults that may show only across requests, over time or in another account. The grade covers them. */
const filesWithoutTour =
  /^(field|strict|status|storage|broad|race|account|refusal|contract)-faults/;
const touredFaults = Object.entries(faultsByFile).flatMap(([file, fileFaults]) =>
  filesWithoutTour.test(file) ? [] : fileFaults,
);

describe.each(touredFaults.map((fault) => [fault.name, fault] as const))('%s', (name, fault) => {
  test('changes a response or is found by a check, and the sandbox itself does not fail', async () => {
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

test('docs/grade.md lists every fault', async () => {
  const page = await readFile(new URL('../../docs/grade.md', import.meta.url), 'utf8');
  const missingNames = names.filter((name) => !page.includes(`\`${name}\``));
  const options = missingNames.map((name) => `--fault ${name}`).join(' ');
  expect(
    missingNames,
    `docs/grade.md lacks rows. Run: npm run grade -- ${options} --page docs/grade.md`,
  ).toEqual([]);
});
