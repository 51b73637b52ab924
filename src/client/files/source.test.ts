/** Tests that every form of a file can be read more than once and hashed, and that invalid arguments are refused immediately. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { NodeFiles } from '../runtime.ts';
import { createSource, type FileToUpload, hashBlob } from './source.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

const bytes = randomBytes(3 * 2 ** 20 + 17);
const hash = createHash('sha256').update(bytes).digest('hex');
const folder = createFolder();
const file = path.join(folder, 'a b.mp3');
await fs.writeFile(file, bytes);

async function hashPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = createHash('sha256');
  for await (const piece of pieces) hasher.update(piece);
  return hasher.digest('hex');
}

const role = 'audio_content';
const forms: Readonly<Record<string, () => FileToUpload>> = {
  'a path': () => ({ role, path: file }),
  'a file URL': () => ({ role, path: pathToFileURL(file) }),
  'a Blob': () => ({ role, blob: new Blob([bytes]) }),
  'a File': () => ({ role, blob: new File([bytes], 'a b.mp3') }),
  'a web stream': () => ({
    role,
    stream: () => new Blob([bytes]).stream(),
    size: bytes.length,
  }),
  'a Node stream': () => ({
    role,
    stream: () => createReadStream(file),
    size: bytes.length,
  }),
};

describe.each(Object.entries(forms))('%s', (form, createFile) => {
  it('can be read three times: in pieces with and without reused memory, and as a Blob', async () => {
    const openSource = await createSource(createFile()).open();
    expect(openSource.size).toBe(bytes.length);
    expect(await hashPieces(openSource.pieces(true))).toBe(hash);
    expect(await hashPieces(openSource.pieces(false))).toBe(hash);
    expect(Buffer.from(await (await openSource.blob()).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('has a name if the file has one', async () => {
    const hasName = ['a path', 'a file URL', 'a File'].includes(form);
    expect(createSource(createFile()).filename ?? '').toBe(hasName ? 'a b.mp3' : '');
  });
});

it('does not overwrite pieces that the reader keeps', async () => {
  const openSource = await createSource({ role, path: file }).open();
  const pieces: Uint8Array[] = [];
  for await (const piece of openSource.pieces(false)) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
});

it('can be read again after a reader stopped early', async () => {
  const openSource = await createSource({ role, path: file }).open();
  for await (const piece of openSource.pieces(false)) if (piece.length > 0) break;
  expect(await hashPieces(openSource.pieces(false))).toBe(hash);
});

it('reports a change if another file replaces the open file', async () => {
  const replacedPath = path.join(folder, 'replaced.mp3');
  await fs.writeFile(replacedPath, 'one');
  const openSource = await createSource({ role, path: replacedPath }).open();
  expect(await openSource.hasChanged?.()).toBe(false);
  await fs.writeFile(`${replacedPath}.new`, 'two');
  await fs.rename(`${replacedPath}.new`, replacedPath);
  expect(await openSource.hasChanged?.()).toBe(true);
});

it('refuses a folder, and a stream that could be read only once', async () => {
  await expect(createSource({ role, path: folder }).open()).rejects.toThrow(TypeError);
  const stream = new Blob([bytes]).stream();
  // @ts-expect-error: the compiler refuses it as well
  expect(() => createSource({ role, stream, size: bytes.length })).toThrow(
    'stream function with its size',
  );
  // @ts-expect-error: the compiler refuses it as well
  expect(() => createSource({ role, path: folder, bytes })).toThrow('A file needs one path');
});

it('NodeFiles declares only functions that Node has', () => {
  const { appendFile, open, readFile, stat }: NodeFiles = fs;
  for (const method of [appendFile, open, readFile, stat]) expect(method).toBeTypeOf('function');
});

it('hashes a Blob like Node, also an empty one', async () => {
  expect(await hashBlob(new Blob([bytes]))).toBe(hash);
  expect(await hashBlob(new Blob([]))).toBe(createHash('sha256').digest('hex'));
});
