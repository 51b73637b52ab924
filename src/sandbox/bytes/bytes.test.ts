import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginningLength, memoryBytes, type Bytes } from './bytes.ts';
import { directoryBytes } from './directory-bytes.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-bytes-'));
});

afterEach(() => rm(directory, { recursive: true }));

const places: readonly (readonly [string, () => Promise<Bytes>])[] = [
  ['memory', async () => memoryBytes()],
  ['a directory', () => directoryBytes(directory)],
];

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

describe.each(places)('%s', (_name, open) => {
  test('a file is there once it is committed, and not before', async () => {
    const bytes = await open();
    const incoming = await bytes.receive('a');
    await incoming.write(Buffer.from('one '));
    await incoming.write(Buffer.from('two'));
    expect(await bytes.size('a')).toBeUndefined();
    await incoming.commit();
    expect([await bytes.size('a'), text(await bytes.beginning('a'))]).toEqual([7, 'one two']);
    await bytes.close();
  });

  test('what is discarded leaves the file before it', async () => {
    const bytes = await open();
    const first = await bytes.receive('a');
    await first.write(Buffer.from('kept'));
    await first.commit();
    const second = await bytes.receive('a');
    await second.write(Buffer.from('broken off'));
    await second.discard();
    expect(text(await bytes.beginning('a'))).toBe('kept');
  });

  test('an empty file is a file', async () => {
    const bytes = await open();
    await (await bytes.receive('a')).commit();
    expect([await bytes.size('a'), text(await bytes.beginning('a'))]).toEqual([0, '']);
  });

  test('of a long file the beginning is given', async () => {
    const bytes = await open();
    const incoming = await bytes.receive('a');
    for (const sign of ['x', 'y', 'z']) await incoming.write(Buffer.alloc(3_000, sign));
    await incoming.commit();
    const beginning = text(await bytes.beginning('a'));
    expect(beginning).toBe(`${'x'.repeat(3_000)}${'y'.repeat(beginningLength - 3_000)}`);
    expect(await bytes.size('a')).toBe(9_000);
  });

  test('files are removed one by one or all at once', async () => {
    const bytes = await open();
    for (const id of ['a', 'b', 'c']) await (await bytes.receive(id)).commit();
    await bytes.remove('a');
    await bytes.remove('never there');
    expect([await bytes.size('a'), await bytes.size('b')]).toEqual([undefined, 0]);
    await bytes.clear();
    expect([await bytes.size('b'), await bytes.size('c')]).toEqual([undefined, undefined]);
  });
});

test('a directory drops half files when it is opened', async () => {
  await mkdir(join(directory, 'incoming'));
  await writeFile(join(directory, 'incoming/a'), 'half');
  await writeFile(join(directory, 'b'), 'whole');
  await directoryBytes(directory);
  expect(await readdir(directory)).toEqual(['b', 'incoming']);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});
