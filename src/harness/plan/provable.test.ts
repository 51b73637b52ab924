import { expect, it } from 'vitest';
import { consents as allConsents } from '../wire/index.ts';
import { check, observe, section } from '../suite/index.ts';
import { planRun } from './plan.ts';
import {
  suggestConsent,
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
