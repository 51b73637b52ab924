/** Makes the pages to look at: a run with five faults, the same beside a clean one, one far larger, and a grade. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { requirement, statedIds } from '../../src/contract/requirements.ts';
import { contractFingerprint } from '../../src/contract/spec.ts';
import { faults } from '../../src/faults/index.ts';
import { evidenceIn, type Report } from '../../src/report/record/index.ts';
import type { Grade } from '../../src/report/grade/index.ts';
import { reportIn } from '../../src/report/merge/index.ts';
import { comparePage, gradeMatrixPage, reportPage } from '../../src/report/page/index.ts';

const seeded = [
  'content-type-answers-415',
  'chapter-not-added',
  'page-overlaps',
  'unknown-external-id-answers-404',
  'unknown-book-answers-422',
];

/** Writes them into a folder. */
export async function writeSamples(folder: string): Promise<void> {
  await verify(folder);
  const file = `${folder}/report.json`;
  const report = reportIn(file, JSON.parse(await readFile(file, 'utf8')));
  await writeFile(`${folder}/compare.html`, comparePage([mended(report), report]));
  await writeFile(`${folder}/large.html`, large(report));
  await writeFile(`${folder}/grade.html`, gradeMatrixPage(sharpGrade()));
}

/** Ends with 1, because it finds what was seeded. */
async function verify(folder: string): Promise<void> {
  const command = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
  const words = ['--fault', seeded.join(','), '--seed', '7', '--runs', '5', '--out', folder];
  const run = promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    command,
    'verify',
    ...words,
  ]);
  const code: unknown = await run.then(
    () => 0,
    (error: Error) => ('code' in error ? error.code : error.message),
  );
  if (code !== 1) throw new Error(`verify was to find drifts and end with 1, not ${String(code)}.`);
}

/** The same report a day later, when everything is as it should be. */
function mended(report: Report): Report {
  const requirements = report.requirements.map((row) =>
    row.verdict === 'drifts' ? { ...row, verdict: 'conforms' as const } : row,
  );
  const run = { ...report.run, startedAt: '2026-01-02T03:04:05.000Z' };
  return { ...report, run, requirements, findings: [], verdict: 'conforms', exitCode: 0 };
}

/** 300 requirements and 5,000 exchanges. */
function large(report: Report): string {
  const more = report.requirements.map((row) => ({ ...row, id: `${row.id}-again` }));
  const requirements = [...report.requirements, ...more].slice(0, 300);
  const evidence = evidenceIn(report);
  const rows = Array.from({ length: 5000 }, (_, at) => at).flatMap((at) => {
    const row = evidence[at % evidence.length];
    return row === undefined ? [] : [{ ...row, number: 100_000 + at }];
  });
  return reportPage({ ...report, requirements }, rows);
}

/** Every fault caught by what it breaks: a whole grade takes minutes. */
function sharpGrade(): Grade {
  return {
    tool: '0',
    contract: contractFingerprint(),
    seed: 7,
    took: 0,
    faults: faults.map(({ name, says, breaks }) => ({
      name,
      says,
      breaks,
      drifted: breaks,
      strays: [],
      errored: [],
      conforming: 0,
      noticedBy: [],
      detectedAfter: 1,
      requests: 1,
      took: 1,
    })),
    requirements: statedIds.map((id) => ({
      id,
      level: requirement(id).level === 'should' ? 'should' : 'must',
      caught: faults.filter(({ breaks }) => breaks.includes(id)).map(({ name }) => name),
    })),
  };
}
