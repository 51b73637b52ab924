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

/** Returns the responses that change under a fault: those of its requirement, or else any. */
async function difference(fault: Fault): Promise<readonly string[]> {
  const [id = ''] = fault.breaks;
  const near = await tourFor(id, { faults: [fault] });
  if (near.join() !== (await usually(id)).join()) return near;
  const anywhere = await tour({ faults: [fault] });
  if (anywhere.join() !== (await usually('')).join()) return anywhere;
  expect(
    await driftingUnder(fault),
    `${fault.name} changes no response of the sandbox's tour, and no check or scenario finds it. Correct its override, or add a case that reaches it to tests/contract/scenarios or tests/property.`,
  ).toContain(id);
  return [];
}

/** Returns whether a check is about a requirement, or is a scenario that covers it. */
function givesEvidence({ requirement: own, covers }: Check, id: string): boolean {
  return own === id || covers.some((prefix) => id.startsWith(prefix));
}

/** Returns the requirements that drift when only the checks and scenarios for this fault run. */
async function driftingUnder(fault: Fault): Promise<readonly string[]> {
  const served = await serveSandbox({ faults: [fault], readings: fault.readings ?? {} });
  try {
    const sections = suite.map(({ items, ...section }) => ({
      ...section,
      items: items.filter(
        (item) => item.kind === 'check' && fault.breaks.some((id) => givesEvidence(item, id)),
      ),
    }));
    const { findings } = await run(sections, {
      ...unboundRun,
      baseUrl: `${served.url}/v2/distribution`,
      apiKey: served.key,
      seed: 1,
      runs: 20,
    });
    const drifting = findings.filter(({ verdict }) => verdict === 'drifts');
    return drifting.map(({ requirement: id }) => id);
  } finally {
    await served.close();
  }
}

const extremes = ['accepts-everything', 'refuses-everything'];

/** Faults that show only between calls, over time or in another account. The grade covers them. */
const untoured = /^(field|narrow|status|storage|broad|race|account|refusal|contract)-faults/;
const toured = Object.entries(faultsByFile).flatMap(([file, all]) =>
  untoured.test(file) ? [] : all,
);

describe.each(toured.map((fault) => [fault.name, fault] as const))('%s', (name, fault) => {
  test('shows in some answer, and breaks nothing of the sandbox itself', async () => {
    const notes = await difference(fault);
    const broken = notes.filter((note) => / 5[0-9]{2} |^lost:/.test(note));
    expect(extremes.includes(name) ? [] : broken).toEqual([]);
  });
});

test('the page of requirements names the file that builds each fault', async () => {
  const page = await readFile(new URL('../../docs/requirements.md', import.meta.url), 'utf8');
  for (const [file, all] of Object.entries(faultsByFile)) {
    await access(new URL(file, import.meta.url));
    for (const { name } of all) expect(page).toContain(`| \`${name}\` | [src/faults/${file}]`);
  }
});

test('the page of the grade has every fault', async () => {
  const page = await readFile(new URL('../../docs/grade.md', import.meta.url), 'utf8');
  const missing = names.filter((name) => !page.includes(`\`${name}\``));
  const options = missing.map((name) => `--fault ${name}`).join(' ');
  expect(
    missing,
    `docs/grade.md lacks rows. Run: npm run grade -- ${options} --page docs/grade.md`,
  ).toEqual([]);
});
