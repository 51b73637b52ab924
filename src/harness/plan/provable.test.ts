import { expect, it } from 'vitest';
import { consents } from '../wire/index.ts';
import { check, observe, section } from '../suite/index.ts';
import { planOf } from './plan.ts';
import { type Permission, provableIn } from './provable.ts';

const asks = async (): Promise<void> => undefined;

const suite = [
  section('One', [
    check(
      'list.envelope',
      { lists: asks },
      { covers: ['list.meta'], needs: ['read'], reach: 'shape' },
    ),
    check('update.changes-values', { updates: asks }, { covers: ['update.'], needs: ['write'] }),
    check('update.returns-to-draft', { edits: asks }, { needs: ['write', 'publish'] }),
    observe('upload.empty', async () => '400'),
  ]),
];

function provable(permission: Partial<Permission>) {
  return provableIn(planOf(suite, { seed: 1, only: undefined }), {
    allow: new Set(consents),
    reach: 'behaviour',
    ...permission,
  });
}

it('counts what the jobs ask about and what they cover', () => {
  expect(provable({})).toEqual(
    expect.arrayContaining(['list.envelope', 'list.meta', 'update.answers-200']),
  );
  expect(provable({})).not.toContain('upload.empty');
});

it('leaves out what consent, reach or --only exclude', () => {
  expect(provable({ allow: new Set(['read', 'write']) })).not.toContain('update.returns-to-draft');
  const reading = ['list.envelope', 'list.meta', 'list.meta-echo'];
  expect(provable({ allow: new Set(['read']) }).toSorted()).toEqual(reading);
  expect(provable({ reach: 'shape' }).toSorted()).toEqual(reading);
  expect(provable({ only: 'list.meta' }).toSorted()).toEqual(reading.slice(1));
});
