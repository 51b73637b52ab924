/** Tests the order and the selection of cases, and how their verdicts are combined into one of the requirement. */
import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import { check, forAll, observe, section } from '../suite/index.ts';
import { planRun } from './plan.ts';
import { consents as allConsents } from '../wire/index.ts';
import {
  suggestConsent,
  type Permission,
  listProvable,
  listReachable,
  explainMissingEvidence,
} from './provable.ts';
import type { Finding } from '../evidence/index.ts';
import { judgeRequirements } from './index.ts';

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
    check('flow.audiobook', { 'a usual life': sendNothing }, { covers: ['read.'] }),
  ]);

  it('starts with the scenarios up to its depth, quick ones first', () => {
    expect(listInOrder([...sections, scenario])[0]).toBe('Lives: a life');
    const quick = planRun([...sections, scenario], { ...planOptions, depth: 'quick' });
    expect(quick.map(({ sentence }) => sentence)).toEqual(['a life']);
    const usual = planRun([...sections, scenario], planOptions);
    expect(usual.slice(0, 2).map(({ sentence }) => sentence)).toEqual(['a life', 'a usual life']);
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

const suite = [
  section('One', [
    check(
      'list.envelope',
      { lists: sendNothing },
      { covers: ['list.meta'], needs: ['read'], reach: 'shape' },
    ),
    check(
      'update.changes-values',
      { updates: sendNothing },
      { covers: ['update.'], needs: ['write'] },
    ),
    check('update.returns-to-draft', { edits: sendNothing }, { needs: ['write', 'publish'] }),
    observe('upload.empty', async () => '400'),
  ]),
];

function listProvableIds(permission: Partial<Permission>) {
  return listProvable(planRun(suite, { seed: 1, only: undefined }), {
    allow: new Set(allConsents),
    reach: 'behaviour',
    ...permission,
  });
}

it('lists the requirements that the jobs test or cover', () => {
  expect(listProvableIds({})).toEqual(
    expect.arrayContaining(['list.envelope', 'list.meta', 'update.answers-200']),
  );
  expect(listProvableIds({})).not.toContain('upload.empty');
});

it('treats a requirement as reachable even if only some services can show it', () => {
  const plan = planRun(suite, { seed: 1, only: undefined });
  const readPermission = { allow: new Set(['read'] as const), reach: 'behaviour' } as const;
  const reachable = listReachable(plan, readPermission);
  expect(reachable).toEqual(
    expect.arrayContaining([...listProvableIds(readPermission), 'book.title']),
  );
  expect(reachable).not.toContain('create.answers-201');
  expect(suggestConsent(plan, readPermission)?.requirements).toBeGreaterThan(reachable.length);
  expect(suggestConsent(plan, { ...readPermission, allow: new Set(allConsents) })).toBeUndefined();
});

it('explains what is missing for a requirement that no response proved', () => {
  const [reading, writing] = [new Set(['read'] as const), new Set(['read', 'write'] as const)];
  expect(explainMissingEvidence('create.answers-201', { allow: reading })).toBe(
    'needs --allow read,write',
  );
  expect(explainMissingEvidence('publish.answers-204', { allow: writing })).toBe(
    'needs --allow read,write,publish',
  );
  expect(explainMissingEvidence('publish.answers-204', { allow: reading })).toBe(
    'needs --allow read,write,publish',
  );
  expect(explainMissingEvidence('list.meta-echo', { allow: writing })).toBe(
    'no response to GET /books showed it',
  );
  expect(explainMissingEvidence('list.meta-echo', { allow: writing, depth: 'quick' })).toBe(
    'no response to GET /books showed it; try --depth usual',
  );
  expect(explainMissingEvidence('list.meta-echo', { allow: reading })).toBe(
    'no response in this run showed it; try --allow read,write, which creates books that may show it',
  );
});

it('omits requirements that consent, reach or --only excludes', () => {
  expect(listProvableIds({ allow: new Set(['read', 'write']) })).not.toContain(
    'update.returns-to-draft',
  );
  const reading = ['list.envelope', 'list.meta', 'list.meta-echo'];
  expect(listProvableIds({ allow: new Set(['read']) }).toSorted()).toEqual(reading);
  expect(listProvableIds({ reach: 'shape' }).toSorted()).toEqual(reading);
  expect(listProvableIds({ only: 'list.meta' }).toSorted()).toEqual(reading.slice(1));
});

const id = 'publish.final-version-window';

function createFinding(changes: Partial<Finding>): Finding {
  const counts = { requests: 1, requestsInRun: 1, took: 1 };
  const place = {
    requirement: id,
    section: 'Publish',
    sentence: 'a case',
    source: 'case',
  } as const;
  return { ...place, verdict: 'conforms', ...counts, ...changes };
}

const verdictOf = (...findings: readonly Finding[]) =>
  judgeRequirements(findings, { only: id, allow: new Set() })[0]?.verdict;

const undecidedFinding = createFinding({
  verdict: 'unproven',
  undecided: true,
  reason: 'left open',
});

test('a case whose responses the document leaves open does not count beside a decided one', () => {
  expect(verdictOf(undecidedFinding, createFinding({ source: 'monitor' }))).toBe('conforms');
  expect(verdictOf(undecidedFinding, createFinding({ verdict: 'drifts' }))).toBe('drifts');
});

test('a case whose responses the document leaves open proves nothing alone', () => {
  expect(verdictOf(undecidedFinding)).toBe('unproven');
});

test('a case that could not run leaves its requirement unproven', () => {
  const skippedFinding = createFinding({ verdict: 'unproven', reason: 'needs --allow publish' });
  expect(verdictOf(skippedFinding, createFinding({ source: 'monitor' }))).toBe('unproven');
});
