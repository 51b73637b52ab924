import { expect, test } from 'vitest';
import type { ContractGrade, JudgedChange } from './contract-grade.ts';
import { formatContractSummary } from './contract-summary.ts';

function createChange(fields: Partial<JudgedChange>): JudgedChange {
  return {
    kind: 'minimum-raised',
    pointer: '/paths/~1books/get/parameters/0/schema/minimum',
    description: 'GET /books page: minimum 1 becomes 2',
    sides: ['request'],
    class: 'stricter',
    notice: 'verdict',
    newDrifts: ['list.page'],
    verdict: 'drifts',
    took: 900,
    ...fields,
  };
}

function summarize(changes: readonly JudgedChange[]): string {
  const baseline = {
    verdict: 'conforms',
    exitCode: 0,
    drifts: [],
    unproven: [],
    requests: 400,
    took: 900,
  };
  const grade: ContractGrade = {
    tool: '0.1.0',
    contract: 'ce293c2dbd1f',
    service: 'sandbox',
    seed: 7,
    depth: 'quick',
    baseline,
    total: 1000,
    changes,
    took: 2000,
  };
  return formatContractSummary(grade, { width: 120, colour: false, file: 'reports/x.json' });
}

test('counts the changes of a kind, side and class by how they were noticed', () => {
  const text = summarize([
    createChange({}),
    createChange({ notice: 'named' }),
    createChange({ notice: 'already unproven' }),
    createChange({ class: 'looser', sides: ['response'], notice: 'unnoticed' }),
  ]);
  const rows = text.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  expect(rows).toContain('change side class changes verdict named already kept unnoticed');
  expect(rows).toContain('minimum-raised request stricter 3 1 1 1 0 0');
  expect(rows).toContain('minimum-raised response looser 1 0 0 0 0 1');
  expect(rows).toContain('all 4 1 1 1 0 1');
  expect(text).toContain('4 of 1,000 changes of the contract');
  expect(text).toContain('passed');
});

test('fails and lists a change that no run noticed', () => {
  const text = summarize([createChange({ notice: 'unnoticed' })]);
  expect(text).toContain('✗ unnoticed: 1\n    minimum-raised: GET /books page');
  expect(text).toContain('FAILED');
});

test('fails if the verdict changed although only responses may guarantee less', () => {
  const text = summarize([createChange({ class: 'looser', sides: ['response'] })]);
  expect(text).toContain('✗ only lets responses guarantee less, but changed the verdict: 1');
  expect(text).toContain('FAILED');
});

test('passes if only responses that guarantee less went unnoticed', () => {
  const looser = createChange({ class: 'looser', sides: ['response'], notice: 'unnoticed' });
  expect(summarize([looser])).toContain('passed');
  expect(summarize([looser])).toContain('1 unnoticed, of which 1 only let responses');
  const shared = createChange({ ...looser, sides: ['request', 'response'] });
  expect(summarize([shared])).toContain('FAILED');
});
