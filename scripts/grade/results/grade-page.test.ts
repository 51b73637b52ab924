/** Tests updates of single rows of the grade page. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { FaultGrade } from './fault-grade.ts';
import { updateGradePage } from './grade-page.ts';

const page = await readFile(new URL('../../../docs/grade.md', import.meta.url), 'utf8');
const [, name = '', says = ''] = /^\| `([^`]+)` \| ([^|]+) \|/m.exec(page) ?? [];

function createGrade(changes: Partial<FaultGrade>) {
  const fault: FaultGrade = {
    name,
    says,
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
  const requirement = { id: 'publish.unknown-404', level: 'must', caught: [fault.name] } as const;
  return { faults: [fault], requirements: [requirement] };
}

it('replaces the row of a fault and keeps all others', () => {
  const updatedPage = updateGradePage(page, createGrade({ detectedAfter: 1234567 }));
  const isCount = (line: string): boolean => /^- \d+ of \d+ faults caught/.test(line);
  const changedLines = updatedPage
    .split('\n')
    .filter((line) => !isCount(line) && !page.split('\n').includes(line));
  expect(changedLines).toEqual([
    `| \`${name}\` | ${says} | \`publish.unknown-404\` | 1234567 requests |`,
  ]);
});

it('adds a row for a new fault and counts it', () => {
  const readCounts = (text: string): number[] =>
    (/^- (\d+) of (\d+) faults/m.exec(text) ?? []).slice(1).map(Number);
  const pageWithCount = updateGradePage(page, createGrade({}));
  const updatedPage = updateGradePage(
    pageWithCount,
    createGrade({ name: 'a-new-fault', says: 'It is new.' }),
  );
  expect(updatedPage).toContain(
    '| `a-new-fault` | It is new. | `publish.unknown-404` | 12 requests |\n',
  );
  expect(readCounts(updatedPage)).toEqual(readCounts(pageWithCount).map((count) => count + 1));
});

it('adds a row for a requirement that has none', () => {
  const row = /^\| `publish.unknown-404` \|.*\n/m;
  const updatedPage = updateGradePage(
    page.replace(/\n## Requirements.*/s, (part) => part.replace(row, '')),
    createGrade({}),
  );
  expect(updatedPage).toContain(`| \`publish.unknown-404\` | \`${name}\` |\n`);
});
