import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileStorageTests } from '../../../tests/support/sandbox/bytes-tests.ts';
import { createMemoryStorage } from './bytes.ts';
import { openDirectoryStorage } from './directory-bytes.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-bytes-'));
});

afterEach(() => rm(directory, { recursive: true }));

describe.each(Object.entries(fileStorageTests))('%s', (_name, check) => {
  test('in memory', () => check(async () => createMemoryStorage()));
  test('in a directory', () => check(() => openDirectoryStorage(directory)));
});

test('openDirectoryStorage removes unfinished files and keeps the others', async () => {
  await mkdir(join(directory, 'incoming'));
  await writeFile(join(directory, 'incoming/a'), 'half');
  await writeFile(join(directory, 'b'), 'whole');
  await openDirectoryStorage(directory);
  expect(await readdir(directory)).toEqual(['b', 'incoming']);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});
