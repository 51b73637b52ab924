/** Tests how a run without --observed uses the answers in its output folder. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createReportOfDay } from '../../../tests/support/report/made-up-drifts.ts';
import { parseObservations } from '../../report/baseline/index.ts';
import { saveForNextRun, readEarlierRuns } from './baseline-files.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

let folder = '';
const output: string[] = [];
beforeEach(() => {
  folder = createFolder();
  output.length = 0;
});

/** Saves the report of a day as a run without --observed does. Returns the dates of its answers. */
async function saveRunAndReadDates(day: string, target?: string): Promise<string[]> {
  const report = createReportOfDay({ day, answers: [['reference']], ...(target && { target }) });
  const shell = { err: (text: string) => void output.push(text) };
  await saveForNextRun(report, await readEarlierRuns({}), { out: folder, shell });
  const text = await readFile(join(folder, 'observed.json'), 'utf8');
  const answers = parseObservations(JSON.parse(text))?.silences['create.response'] ?? [];
  return answers.flatMap(({ firstSeen, lastSeen }) =>
    [firstSeen, lastSeen].map((instant) => instant.slice(0, 10)),
  );
}

test('keeps the dates of answers over several runs into one folder', async () => {
  await saveRunAndReadDates('2026-01-01');
  expect(await saveRunAndReadDates('2026-01-05')).toEqual(['2026-01-01', '2026-01-05']);
  expect(output).toEqual([]);
});

test('starts a new file for another target, and says so', async () => {
  await saveRunAndReadDates('2026-01-01');
  const dates = await saveRunAndReadDates('2026-01-05', 'https://production.invalid');
  expect(dates).toEqual(['2026-01-05', '2026-01-05']);
  expect(output.join('')).toMatch(
    /observed\.json is about another address \(https:\/\/staging\.invalid\); starting a new one/,
  );
});

test('overwrites a file that has no observed answers', async () => {
  await writeFile(join(folder, 'observed.json'), 'half a fi');
  expect(await saveRunAndReadDates('2026-01-05')).toEqual(['2026-01-05', '2026-01-05']);
});
