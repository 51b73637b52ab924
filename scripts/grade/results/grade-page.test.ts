import { expect, test } from 'vitest';
import type { FaultGrade } from './fault-grade.ts';
import { formatGradePage, formatGradeTables, mergeDetections } from './grade-page.ts';

function createGrade(name: string, changes: Partial<FaultGrade> = {}): FaultGrade {
  return {
    name,
    says: 'It is | new.',
    breaks: ['publish.unknown-404'],
    drifted: ['publish.unknown-404'],
    strays: [],
    errored: [],
    conforming: 100,
    byMonitor: true,
    detectedAfter: 12,
    requests: 900,
    took: 1,
    ...changes,
  };
}

const { detectedAfter: _after, ...undetected } = createGrade('b-missed', { drifted: [] });
const grade = {
  tool: '1.0.0',
  contract: 'c',
  seed: 7,
  faults: [createGrade('a-fault', { strays: ['list.walk'] }), undetected],
  requirements: [
    { id: 'publish.unknown-404', level: 'must', caught: ['a-fault'] },
    { id: 'list.walk', level: 'should', caught: [], reason: 'Advice.' },
  ],
  took: 1,
} as const;

test('the page has counts, misses and strays, but no tables', () => {
  const page = formatGradePage(grade);
  expect(page.slice(page.indexOf('\n- '))).toBe(`
- 1 of 2 faults caught, 1 with strays
- first drift after 12 requests (median), within 200 requests for 1 of them
- 1 of 2 requirements drift under some fault
- \`b-missed\` was missed
- \`a-fault\` has strays: \`list.walk\`
`);
});

test('the tables have a row for every fault and requirement', () => {
  expect(formatGradeTables(grade).match(/^\| `.*$/gm)).toEqual([
    '| `a-fault` | It is \\| new. | `publish.unknown-404` | 12 requests |',
    '| `b-missed` | It is \\| new. | `publish.unknown-404` | missed |',
    '| `publish.unknown-404` | `a-fault` |',
    '| `list.walk` (advice) | Advice. |',
  ]);
});

test('new detections replace earlier ones, and those of other existing faults stay', () => {
  const earlierDetections = { 'removed-fault': 1, 'b-missed': 5, 'c-other': 7 };
  const existingFaults = ['a-fault', 'b-missed', 'c-other', 'd-ungraded'].map((name) => ({ name }));
  const detections = mergeDetections(earlierDetections, grade.faults, existingFaults);
  expect(Object.entries(detections)).toEqual([
    ['a-fault', 12],
    ['b-missed', 'missed'],
    ['c-other', 7],
  ]);
});
