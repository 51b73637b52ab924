/**
 * Selects the cases that open a run, from a whole grade: `npm run prove -- openers`.
 * It also prints how many faults of one half the openers find that the other half selected.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { isObject } from '../src/contract/json-pointer.ts';
import { faults as every } from '../src/faults/index.ts';
import { runOnOwnSandbox } from '../src/cli/own-sandbox/index.ts';
import { unboundRun } from '../src/harness/run/index.ts';
import { type FaultGrade, isFaultGrade } from '../src/report/grade/index.ts';
import { suite } from '../tests/suite.ts';
import { chosenOpeners, noticedWithin, type Candidate } from './openers/chosen.ts';

/** Requests of all openers together. */
const budget = 300;

/** A fault found within this many requests counts as found early. */
const early = 200;

const recorded = 'reports/grade.json';
const written = new URL('../tests/openers.ts', import.meta.url);

/** Returns the requests of each case against a correct service. */
async function costs(): Promise<Map<string, number>> {
  const sent = new Map<string, number>();
  let asked: string | undefined;
  await runOnOwnSandbox(suite, {
    seed: 7,
    runs: unboundRun.runs,
    sandbox: {},
    knows: true,
    onEvent: (event) => {
      if (event.type === 'asking') asked = keyOf(event.requirement, event.sentence);
      if (event.type === 'exchanged' && asked !== undefined) {
        sent.set(asked, (sent.get(asked) ?? 0) + 1);
      }
    },
  });
  return sent;
}

function keyOf(...opener: readonly [requirement: string, sentence: string]): string {
  return opener.join(' ');
}

function candidates(faults: readonly FaultGrade[], sent: ReadonlyMap<string, number>): Candidate[] {
  const noticed = new Map<string, [string, number][]>();
  for (const { name, noticedBy } of faults) {
    for (const { requirement, sentence, after } of noticedBy) {
      const key = keyOf(requirement, sentence);
      noticed.set(key, [...(noticed.get(key) ?? []), [name, after]]);
    }
  }
  return suite
    .flatMap(({ items }) => items.flatMap((item) => (item.kind === 'check' ? [item] : [])))
    .flatMap(({ requirement, cases }) =>
      Object.keys(cases).map((sentence) => ({
        opener: [requirement, sentence] as const,
        requests: sent.get(keyOf(requirement, sentence)) ?? 0,
        notices: new Map(noticed.get(keyOf(requirement, sentence))),
      })),
    );
}

function page(chosen: readonly Candidate[]): string {
  return [
    '/** Cases that open a run. Written by `npm run prove -- openers` from a whole grade; do not edit. */',
    "import type { Opener } from '../src/harness/suite/openers.ts';",
    '',
    'export const openers: readonly Opener[] = [',
    ...chosen.map(({ opener: [requirement, sentence] }) => rowOf(requirement, quoted(sentence))),
    '];',
    '',
  ].join('\n');
}

function rowOf(requirement: string, sentence: string): string {
  const row = `  ['${requirement}', ${sentence}],`;
  return row.length <= 100 ? row : `  [\n    '${requirement}',\n    ${sentence},\n  ],`;
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/** Selects openers with every other fault, and tests them with the rest. */
function carriedOver(faults: readonly FaultGrade[], sent: ReadonlyMap<string, number>): string {
  const seen = faults.filter((_, index) => index % 2 === 0);
  const unseen = faults.filter((fault) => !seen.includes(fault));
  const tried = new Map(candidates(unseen, sent).map((one) => [keyOf(...one.opener), one]));
  const chosen = chosenOpeners(candidates(seen, sent), budget);
  const asked = chosen.flatMap(({ opener }) => tried.get(keyOf(...opener)) ?? []);
  return `${noticedWithin(early, asked)} of ${unseen.length}`;
}

/** Returns the faults of the last recorded grade. */
async function graded(): Promise<FaultGrade[]> {
  const grade: unknown = JSON.parse(await readFile(recorded, 'utf8'));
  const list: unknown = isObject(grade) ? grade['faults'] : undefined;
  if (Array.isArray(list) && list.length === every.length) return list.filter(isFaultGrade);
  throw new Error(`${recorded} holds no whole grade; npm run bookdist -- grade writes one.`);
}

const faults = await graded();
const sent = await costs();
const chosen = chosenOpeners(candidates(faults, sent), budget);
await writeFile(written, page(chosen));
const spent = chosen.reduce((sum, { requests }) => sum + requests, 0);
const noticed = noticedWithin(early, chosen);
console.log(
  [
    `${chosen.length} openers, ${spent} requests: ${noticed} of ${faults.length} faults within ${early}`,
    `chosen by half of the faults, they notice of the other half ${carriedOver(faults, sent)}`,
  ].join('\n'),
);
