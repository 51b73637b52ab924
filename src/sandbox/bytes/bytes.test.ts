import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bytesTests } from '../scenes/bytes-tests.ts';
import { memoryBytes } from './bytes.ts';
import { directoryBytes } from './directory-bytes.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-bytes-'));
});

afterEach(() => rm(directory, { recursive: true }));

describe.each(Object.entries(bytesTests))('%s', (_name, check) => {
  test('in memory', () => check(async () => memoryBytes()));
  test('in a directory', () => check(() => directoryBytes(directory)));
});

test('a directory removes unfinished files when it is opened', async () => {
  await mkdir(join(directory, 'incoming'));
  await writeFile(join(directory, 'incoming/a'), 'half');
  await writeFile(join(directory, 'b'), 'whole');
  await directoryBytes(directory);
  expect(await readdir(directory)).toEqual(['b', 'incoming']);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});
