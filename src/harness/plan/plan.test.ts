/** In which order a suite is asked, and what a limit leaves of it. */
import { describe, expect, it } from 'vitest';
import { check, forAll, observe, section } from '../suite/index.ts';
import { planOf } from './plan.ts';
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
  return planOf(suite, all).map(({ section: title, sentence }) => `${title}: ${sentence}`);
}

const observes = 'observes what the document leaves open';

describe('the order of asking', () => {
  it('is what waits, then cases row by row, properties, and the other observations', () => {
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

  it('begins with the scenarios that its depth asks for', () => {
    expect(order([...sections, scenario])[0]).toBe('Lives: a life');
    const quick = planOf([...sections, scenario], { ...all, depth: 'quick' });
    expect(quick.map(({ sentence }) => sentence)).toEqual(['a life']);
    const deep = planOf([...sections, scenario], { ...all, depth: 'deep' });
    expect(deep.slice(0, 2).map(({ sentence }) => sentence)).toEqual(['a life', 'a deep life']);
  });

  it('gives each case the seed it has in any other order', () => {
    const seeds = (suite: typeof sections): Map<string, number> =>
      new Map(
        planOf(suite, all).map(({ requirement, sentence, seed }) => [requirement + sentence, seed]),
      );
    expect(seeds([scenario, ...sections].toReversed())).toEqual(seeds([...sections, scenario]));
  });

  it('asks scenarios for every id that they cover', () => {
    const only = planOf([...sections, scenario], { ...all, only: 'delete.deletes' });
    expect(only.map(({ sentence }) => sentence)).toEqual(['a life', 'deletes a draft']);
  });

  it('keeps to ids that begin with what was asked for', () => {
    const jobs = planOf(sections, { ...all, only: 'delete' });
    expect(jobs.map(({ requirement }) => requirement)).toEqual(['delete.deletes']);
  });
});
