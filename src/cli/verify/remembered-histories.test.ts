/** Tests the file of histories that drifted: what is kept, what is dropped, and what is refused. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../../../tests/support/fixtures.ts';
import type { Finding } from '../../harness/evidence/index.ts';
import { readHistories, writeHistories } from './remembered-histories.ts';

const file = join(createFolder(), 'drifted-histories.json');
const entry = { requirement: 'list.walk', history: '[{"method":"GET","path":"/books"}]' } as const;
const finding: Finding = {
  requirement: entry.requirement,
  section: '',
  sentence: '',
  source: 'property',
  verdict: 'drifts',
  requests: 1,
  requestsInRun: 1,
  took: 1,
  replay: {
    requirement: entry.requirement,
    sentence: '',
    seed: 1,
    runs: 1,
    history: entry.history,
  },
};

it('keeps histories until a complete run no longer finds them to drift', async () => {
  await writeHistories(file, [], { findings: [], stopped: undefined });
  expect(existsSync(file)).toBe(false);
  expect(await readHistories(file)).toEqual([]);
  await writeHistories(file, [], { findings: [finding], stopped: undefined });
  expect(await readHistories(file)).toEqual([entry]);
  await writeHistories(file, [entry], { findings: [], stopped: 'interrupted' });
  expect(await readHistories(file)).toEqual([entry]);
  await writeHistories(file, [entry], { findings: [], stopped: undefined });
  expect(await readHistories(file)).toEqual([]);
});

it.each(['{', '{}', '[{"requirement":"no.such"}]', '[{"requirement":"list.walk","history":[{}]}]'])(
  'refuses the file %j',
  async (text) => {
    await writeFile(file, text);
    await expect(readHistories(file)).rejects.toThrow('is not a file that bookdist wrote');
  },
);
