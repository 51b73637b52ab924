/** In which order a suite is asked, and what a limit leaves of it. */
import { describe, expect, it } from 'vitest';
import { check, forAll, observe, openedBy, section } from '../suite/index.ts';
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

function order(suite: typeof sections | ReturnType<typeof openedBy>): string[] {
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

  it('begins with the openers, in their own order', () => {
    const opened = openedBy(
      [
        ['read.changes-nothing', 'changes nothing'],
        ['delete.deletes', 'deletes a draft'],
      ],
      sections,
    );
    expect(order(opened)).toEqual([
      'Read: changes nothing',
      'Delete: deletes a draft',
      `Delete: ${observes}`,
      'Read: answers 200',
      'Read: answers 200 twice',
      `Read: ${observes}`,
    ]);
  });

  it('gives each case the seed it has in any other order', () => {
    const opened = openedBy([['delete.deletes', 'deletes a draft']], sections);
    const seeds = (suite: typeof opened): Set<string> =>
      new Set(planOf(suite, all).map(({ sentence, seed }) => `${sentence}: ${seed}`));
    expect(seeds(opened)).toEqual(seeds(sections));
  });

  it('keeps to ids that begin with what was asked for', () => {
    const jobs = planOf(sections, { ...all, only: 'delete' });
    expect(jobs.map(({ requirement }) => requirement)).toEqual(['delete.deletes']);
  });
});
