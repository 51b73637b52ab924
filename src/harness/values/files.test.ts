import { describe, expect, it } from 'vitest';
import { createDescriptor, createSampleFile, createFile, sha256 } from './files.ts';

describe('sample files', () => {
  it('have a standard SHA-256 hash in lower-case hex', () => {
    expect(sha256(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are equal if their seeds are equal, and otherwise have different hashes', () => {
    const file = createSampleFile('audio_content', 'one');
    expect(createSampleFile('audio_content', 'one')).toEqual(file);
    expect(createSampleFile('audio_content', 'two').hashSha256).not.toBe(file.hashSha256);
  });

  it.each([
    ['ebook_content', 'PK\x03\x04'],
    ['ebook_cover', '\xff\xd8\xff'],
    ['audio_content', 'ID3'],
    ['audio_cover', '\x89PNG\r\n\x1a\n'],
    ['pod_content', '%PDF-1.7\n'],
    ['pod_cover', '%PDF-1.7\n'],
  ] as const)(
    'of role %s start with the signature of their type and contain the seed',
    (role, signature) => {
      const text = Buffer.from(createSampleFile(role, 'the seed').bytes).toString('latin1');
      expect(text.startsWith(signature)).toBe(true);
      expect(text.slice(signature.length)).toContain('the seed');
    },
  );

  it('have a descriptor with the hash of their bytes', () => {
    const file = createFile('ebook_cover', new Uint8Array(), 'empty.jpg');
    expect(createDescriptor(file, 'a')).toEqual({
      referenceId: 'a',
      role: 'ebook_cover',
      filename: 'empty.jpg',
      hashSha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
  });
});
