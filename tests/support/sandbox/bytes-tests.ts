/** The tests that every file storage passes. */
import { expect } from 'vitest';
import { startLength, type FileStorage } from '../../../src/sandbox/bytes/bytes.ts';

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

/** The tests by title; each gets a function that opens the storage. */
export const fileStorageTests: Readonly<
  Record<string, (openStorage: () => Promise<FileStorage>) => Promise<void>>
> = {
  'a file exists once it is committed, and not before': async (openStorage) => {
    const bytes = await openStorage();
    const writer = await bytes.receive('a');
    await writer.write(Buffer.from('one '));
    await writer.write(Buffer.from('two'));
    expect(await bytes.size('a')).toBeUndefined();
    await writer.commit();
    expect([await bytes.size('a'), text(await bytes.readStart('a'))]).toEqual([7, 'one two']);
  },
  'a discarded upload leaves an earlier file unchanged': async (openStorage) => {
    const bytes = await openStorage();
    const firstWriter = await bytes.receive('a');
    await firstWriter.write(Buffer.from('kept'));
    await firstWriter.commit();
    const secondWriter = await bytes.receive('a');
    await secondWriter.write(Buffer.from('broken off'));
    await secondWriter.discard();
    expect(text(await bytes.readStart('a'))).toBe('kept');
  },
  'an empty file has the size 0 and no bytes': async (openStorage) => {
    const bytes = await openStorage();
    await (await bytes.receive('a')).commit();
    expect([await bytes.size('a'), text(await bytes.readStart('a'))]).toEqual([0, '']);
  },
  'readStart returns the first bytes of a long file': async (openStorage) => {
    const bytes = await openStorage();
    const writer = await bytes.receive('a');
    for (const character of ['x', 'y', 'z']) await writer.write(Buffer.alloc(3_000, character));
    await writer.commit();
    const start = text(await bytes.readStart('a'));
    expect(start).toBe(`${'x'.repeat(3_000)}${'y'.repeat(startLength - 3_000)}`);
    expect(await bytes.size('a')).toBe(9_000);
  },
  'remove deletes the given files, as far as they exist': async (openStorage) => {
    const bytes = await openStorage();
    for (const id of ['a', 'b', 'c']) await (await bytes.receive(id)).commit();
    await bytes.remove(['a', 'never there', 'b']);
    const sizes = await Promise.all(['a', 'b', 'c'].map((id) => bytes.size(id)));
    expect(sizes).toEqual([undefined, undefined, 0]);
  },
};
