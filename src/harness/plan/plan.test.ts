/** Tests the order in which a suite's cases run, and which of them `only` and `depth` select. */
import { describe, expect, it } from 'vitest';
import { check, forAll, observe, section } from '../suite/index.ts';
import { planRun } from './plan.ts';
import fc from 'fast-check';

const sendNothing = async (): Promise<void> => undefined;
const planOptions = { seed: 1, only: undefined };

const sections = [
  section('Read', [
    check('read.answers-200', { 'answers 200': sendNothing, 'answers 200 twice': sendNothing }),
    observe('path.invalid-uuid', async () => '404'),
    check('read.changes-nothing', { 'changes nothing': forAll(fc.nat(), sendNothing) }),
  ]),
  section('Delete', [
    check('delete.deletes', { 'deletes a draft': sendNothing }),
    observe('unpublish.next-status', async () => 'withdrawn', { waits: true }),
  ]),
];

function listInOrder(suite: typeof sections): string[] {
  return planRun(suite, planOptions).map(({ section: title, sentence }) => `${title}: ${sentence}`);
}

const observationSentence = 'observes what the document leaves open';

describe('planRun', () => {
  it('runs waiting observations first, then cases of each section in turn, properties, and other observations', () => {
    expect(listInOrder(sections)).toEqual([
      `Delete: ${observationSentence}`,
      'Read: answers 200',
      'Delete: deletes a draft',
      'Read: answers 200 twice',
      'Read: changes nothing',
      `Read: ${observationSentence}`,
    ]);
  });

  const scenario = section('Lives', [
    check(
      'flow.ebook',
      { 'a life': sendNothing },
      { covers: ['read.', 'delete.'], depth: 'quick' },
    ),
    check('flow.audiobook', { 'a deep life': sendNothing }, { covers: ['read.'], depth: 'deep' }),
  ]);

  it('starts with the scenarios up to its depth, quick ones first', () => {
    expect(listInOrder([...sections, scenario])[0]).toBe('Lives: a life');
    const quick = planRun([...sections, scenario], { ...planOptions, depth: 'quick' });
    expect(quick.map(({ sentence }) => sentence)).toEqual(['a life']);
    const deep = planRun([...sections, scenario], { ...planOptions, depth: 'deep' });
    expect(deep.slice(0, 2).map(({ sentence }) => sentence)).toEqual(['a life', 'a deep life']);
  });

  it('gives a case the same seed in every order', () => {
    const seeds = (suite: typeof sections): Map<string, number> =>
      new Map(
        planRun(suite, planOptions).map(({ requirement, sentence, seed }) => [
          requirement + sentence,
          seed,
        ]),
      );
    expect(seeds([scenario, ...sections].toReversed())).toEqual(seeds([...sections, scenario]));
  });

  it('keeps a scenario for every id that it covers', () => {
    const only = planRun([...sections, scenario], { ...planOptions, only: 'delete.deletes' });
    expect(only.map(({ sentence }) => sentence)).toEqual(['a life', 'deletes a draft']);
  });

  it('keeps only ids that start with `only`', () => {
    const jobs = planRun(sections, { ...planOptions, only: 'delete' });
    expect(jobs.map(({ requirement }) => requirement)).toEqual(['delete.deletes']);
  });
});
