/** The tests that every file storage passes. */
import { expect } from 'vitest';
import { startLength, type Bytes } from '../bytes/bytes.ts';

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

/** Each is called with a function that opens the storage. */
export const bytesTests: Readonly<Record<string, (open: () => Promise<Bytes>) => Promise<void>>> = {
  'a file is there once it is committed, and not before': async (open) => {
    const bytes = await open();
    const incoming = await bytes.receive('a');
    await incoming.write(Buffer.from('one '));
    await incoming.write(Buffer.from('two'));
    expect(await bytes.size('a')).toBeUndefined();
    await incoming.commit();
    expect([await bytes.size('a'), text(await bytes.readStart('a'))]).toEqual([7, 'one two']);
  },
  'a discarded upload leaves the earlier file as it was': async (open) => {
    const bytes = await open();
    const first = await bytes.receive('a');
    await first.write(Buffer.from('kept'));
    await first.commit();
    const second = await bytes.receive('a');
    await second.write(Buffer.from('broken off'));
    await second.discard();
    expect(text(await bytes.readStart('a'))).toBe('kept');
  },
  'an empty file is a file': async (open) => {
    const bytes = await open();
    await (await bytes.receive('a')).commit();
    expect([await bytes.size('a'), text(await bytes.readStart('a'))]).toEqual([0, '']);
  },
  'the beginning of a long file is returned': async (open) => {
    const bytes = await open();
    const incoming = await bytes.receive('a');
    for (const sign of ['x', 'y', 'z']) await incoming.write(Buffer.alloc(3_000, sign));
    await incoming.commit();
    const beginning = text(await bytes.readStart('a'));
    expect(beginning).toBe(`${'x'.repeat(3_000)}${'y'.repeat(startLength - 3_000)}`);
    expect(await bytes.size('a')).toBe(9_000);
  },
  'files are removed one by one or all together': async (open) => {
    const bytes = await open();
    for (const id of ['a', 'b', 'c']) await (await bytes.receive(id)).commit();
    await bytes.remove('a');
    await bytes.remove('never there');
    expect([await bytes.size('a'), await bytes.size('b')]).toEqual([undefined, 0]);
    await bytes.clear();
    expect([await bytes.size('b'), await bytes.size('c')]).toEqual([undefined, undefined]);
  },
};
