import { describe, expect, it } from 'vitest';
import { createDescriptor, createSampleFile, createFile, sha256 } from './files.ts';

describe('sample files', () => {
  it('have the usual SHA-256', () => {
    expect(sha256(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are equal exactly if their seed texts are equal', () => {
    const one = createSampleFile('audio_content', 'one');
    expect(createSampleFile('audio_content', 'one')).toEqual(one);
    expect(createSampleFile('audio_content', 'two').hashSha256).not.toBe(one.hashSha256);
  });

  it('start with the signature of their type', () => {
    const text = Buffer.from(createSampleFile('pod_content', 'x').bytes).toString('latin1');
    expect(text).toMatch(/^%PDF-1\.7\n.*x.*$/s);
  });

  it('are described by what was hashed', () => {
    const file = createFile('ebook_cover', new Uint8Array(), 'empty.jpg');
    expect(createDescriptor(file, 'a')).toEqual({
      referenceId: 'a',
      role: 'ebook_cover',
      filename: 'empty.jpg',
      hashSha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
  });
});
