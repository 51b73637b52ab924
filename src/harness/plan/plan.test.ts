/** The order in which a suite's cases run, and what `only` and `depth` keep. */
import { describe, expect, it } from 'vitest';
import { check, forAll, observe, section } from '../suite/index.ts';
import { planRun } from './plan.ts';
import fc from 'fast-check';

const nothing = async (): Promise<void> => undefined;
const all = { seed: 1, only: undefined };

const sections = [
  section('Read', [
    check('read.answers-200', { 'answers 200': nothing, 'answers 200 twice': nothing }),
    observe('path.invalid-uuid', async () => '404'),
    check('read.changes-nothing', { 'changes nothing': forAll(fc.nat(), nothing) }),
  ]),
  section('Delete', [
    check('delete.deletes', { 'deletes a draft': nothing }),
    observe('unpublish.next-status', async () => 'withdrawn', { waits: true }),
  ]),
];

function order(suite: typeof sections): string[] {
  return planRun(suite, all).map(({ section: title, sentence }) => `${title}: ${sentence}`);
}

const observes = 'observes what the document leaves open';

describe('planRun', () => {
  it('runs waiting cases first, then cases row by row, properties, and the other observations', () => {
    expect(order(sections)).toEqual([
      `Delete: ${observes}`,
      'Read: answers 200',
      'Delete: deletes a draft',
      'Read: answers 200 twice',
      'Read: changes nothing',
      `Read: ${observes}`,
    ]);
  });

  const scenario = section('Lives', [
    check('flow.ebook', { 'a life': nothing }, { covers: ['read.', 'delete.'], depth: 'quick' }),
    check('flow.audiobook', { 'a deep life': nothing }, { covers: ['read.'], depth: 'deep' }),
  ]);

  it('starts with the scenarios of its depth', () => {
    expect(order([...sections, scenario])[0]).toBe('Lives: a life');
    const quick = planRun([...sections, scenario], { ...all, depth: 'quick' });
    expect(quick.map(({ sentence }) => sentence)).toEqual(['a life']);
    const deep = planRun([...sections, scenario], { ...all, depth: 'deep' });
    expect(deep.slice(0, 2).map(({ sentence }) => sentence)).toEqual(['a life', 'a deep life']);
  });

  it('gives a case the same seed in every order', () => {
    const seeds = (suite: typeof sections): Map<string, number> =>
      new Map(
        planRun(suite, all).map(({ requirement, sentence, seed }) => [
          requirement + sentence,
          seed,
        ]),
      );
    expect(seeds([scenario, ...sections].toReversed())).toEqual(seeds([...sections, scenario]));
  });

  it('keeps a scenario for every id that it covers', () => {
    const only = planRun([...sections, scenario], { ...all, only: 'delete.deletes' });
    expect(only.map(({ sentence }) => sentence)).toEqual(['a life', 'deletes a draft']);
  });

  it('keeps only ids that start with `only`', () => {
    const jobs = planRun(sections, { ...all, only: 'delete' });
    expect(jobs.map(({ requirement }) => requirement)).toEqual(['delete.deletes']);
  });
});
