import { expect, it } from 'vitest';
import { consents } from '../wire/index.ts';
import { check, observe, section } from '../suite/index.ts';
import { planRun } from './plan.ts';
import {
  nextConsent,
  type Permission,
  listProvable,
  listReachable,
  explainMissingEvidence,
} from './provable.ts';

const sendNothing = async (): Promise<void> => undefined;

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

function provable(permission: Partial<Permission>) {
  return listProvable(planRun(suite, { seed: 1, only: undefined }), {
    allow: new Set(consents),
    reach: 'behaviour',
    ...permission,
  });
}

it('counts the requirements that the jobs test or cover', () => {
  expect(provable({})).toEqual(
    expect.arrayContaining(['list.envelope', 'list.meta', 'update.answers-200']),
  );
  expect(provable({})).not.toContain('upload.empty');
});

it('counts requirements as reachable if only some services show them', () => {
  const plan = planRun(suite, { seed: 1, only: undefined });
  const reading = { allow: new Set(['read'] as const), reach: 'behaviour' } as const;
  const reach = listReachable(plan, reading);
  expect(reach).toEqual(expect.arrayContaining([...provable(reading), 'book.title']));
  expect(reach).not.toContain('create.answers-201');
  expect(nextConsent(plan, reading)?.requirements).toBeGreaterThan(reach.length);
  expect(nextConsent(plan, { ...reading, allow: new Set(consents) })).toBeUndefined();
});

it('explains what would prove a requirement that no response showed', () => {
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
    'no response of GET /books showed it',
  );
  expect(explainMissingEvidence('list.meta-echo', { allow: writing, depth: 'quick' })).toBe(
    'no response of GET /books showed it; --depth usual may',
  );
  expect(explainMissingEvidence('list.meta-echo', { allow: reading })).toBe(
    'no response in this run showed it; --allow read,write makes books that may',
  );
});

it('leaves out what consent, reach or --only exclude', () => {
  expect(provable({ allow: new Set(['read', 'write']) })).not.toContain('update.returns-to-draft');
  const reading = ['list.envelope', 'list.meta', 'list.meta-echo'];
  expect(provable({ allow: new Set(['read']) }).toSorted()).toEqual(reading);
  expect(provable({ reach: 'shape' }).toSorted()).toEqual(reading);
  expect(provable({ only: 'list.meta' }).toSorted()).toEqual(reading.slice(1));
});
