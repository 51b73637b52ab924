/** Tests that a file given in any way is read twice with the same bytes, and that invalid arguments are reported immediately. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodeFiles } from '../runtime.ts';
import { createSource, type FileToUpload } from './source.ts';

const bytes = randomBytes(3 * 2 ** 20 + 17);
const hash = createHash('sha256').update(bytes).digest('hex');
let folder = '';
let file = '';

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'upload-source-'));
  file = path.join(folder, 'a b.mp3');
  await fs.writeFile(file, bytes);
});

afterAll(() => fs.rm(folder, { recursive: true }));

async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = createHash('sha256');
  for await (const piece of pieces) hasher.update(piece);
  return hasher.digest('hex');
}

const role = 'audio_content';
const ways: Readonly<Record<string, () => FileToUpload>> = {
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

describe.each(Object.entries(ways))('%s', (way, given) => {
  it('returns the same bytes twice, whether or not their memory is reused', async () => {
    const opened = await createSource(given()).open();
    expect(opened.size).toBe(bytes.length);
    expect(await hashOf(opened.pieces(true))).toBe(hash);
    expect(await hashOf(opened.pieces(false))).toBe(hash);
    expect(Buffer.from(await (await opened.blob()).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('has a name if the file has one', async () => {
    const named = ['a path', 'a file URL', 'a File'].includes(way);
    expect(createSource(given()).filename).toBe(named ? 'a b.mp3' : undefined);
  });
});

it('keeps pieces apart unless their memory may be reused', async () => {
  const opened = await createSource({ role, path: file }).open();
  const kept: Uint8Array[] = [];
  for await (const piece of opened.pieces(false)) kept.push(piece);
  expect(Buffer.concat(kept).equals(bytes)).toBe(true);
});

it('can be left early and read again', async () => {
  const opened = await createSource({ role, path: file }).open();
  for await (const piece of opened.pieces(false)) if (piece.length > 0) break;
  expect(await hashOf(opened.pieces(false))).toBe(hash);
});

it('notices when another file replaces one that is open', async () => {
  const place = path.join(folder, 'replaced.mp3');
  await fs.writeFile(place, 'one');
  const opened = await createSource({ role, path: place }).open();
  expect(await opened.hasChanged?.()).toBe(false);
  await fs.writeFile(`${place}.new`, 'two');
  await fs.rename(`${place}.new`, place);
  expect(await opened.hasChanged?.()).toBe(true);
});

it('refuses a folder, and a stream that could be read only once', async () => {
  await expect(createSource({ role, path: folder }).open()).rejects.toThrow('not a regular file');
  const once = new Blob([bytes]).stream();
  const given = { role, stream: once, size: bytes.length };
  // @ts-expect-error: the compiler refuses it as well
  expect(() => createSource(given)).toThrow('a function that opens a new stream');
});

it('declares only functions that Node has', () => {
  const { appendFile, open, readFile, stat }: NodeFiles = fs;
  for (const each of [appendFile, open, readFile, stat]) expect(each).toBeTypeOf('function');
});
