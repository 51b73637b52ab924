/** Tests that files are written completely or not at all. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeText } from './output-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookdist-report-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it('creates the folder, replaces files and leaves no temporary files', async () => {
  const file = join(folder, 'deep', 'report.json');
  await writeText(file, 'first');
  await writeText(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('second');
  expect(await readdir(join(folder, 'deep'))).toEqual(['report.json']);
});

it('removes the temporary file if the target cannot be written', async () => {
  await mkdir(join(folder, 'report.json', 'inside'), { recursive: true });
  await expect(writeText(join(folder, 'report.json'), 'text')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['report.json']);
});
