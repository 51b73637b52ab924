/** Tests of the sets of states that a book may be in, and of what a look at it takes away from them. */
import { describe, expect, it } from 'vitest';
import type { GrantedFile } from '../../../src/harness/stage/index.ts';
import { descriptorOf, fileFor, type FileRole } from '../../../src/harness/values/index.ts';
import {
  anyStatus,
  draft,
  hasLeftDraft,
  isComplete,
  isDraft,
  missingRole,
  narrowed,
  permits,
  type BookModel,
} from './book-model.ts';

function file(role: FileRole, id: string): GrantedFile {
  const sample = fileFor(role, id);
  return {
    id,
    fileId: id,
    url: '',
    expiresAt: undefined,
    referenceId: id,
    role,
    file: sample,
    descriptor: descriptorOf(sample, id),
  };
}

function model(parts: Partial<BookModel> = {}): BookModel {
  return {
    id: 'a',
    externalId: 'b',
    format: 'ebook',
    statuses: draft,
    fields: {},
    files: [],
    chapters: undefined,
    gone: false,
    ...parts,
  };
}

const left = { allBut: ['draft'] };

describe('statuses', () => {
  it('permit what is among them, or what is not left out', () => {
    expect(permits(draft, 'draft')).toBe(true);
    expect(permits(draft, 'published')).toBe(false);
    expect(anyStatus).toEqual({ allBut: [] });
    expect(permits(anyStatus, 'draft')).toBe(true);
    expect(permits(left, 'draft')).toBe(false);
    expect(permits(left, 'published')).toBe(true);
  });

  it('are narrowed by what is seen: out of draft is out, a draft says nothing', () => {
    expect(narrowed(draft, 'published')).toBe(draft);
    expect(narrowed(anyStatus, 'draft')).toBe(anyStatus);
    expect(narrowed(anyStatus, 'in_review')).toEqual(left);
  });
});

describe('a book', () => {
  it('is a draft as long as it is known to be one', () => {
    expect(isDraft(model())).toBe(true);
    expect(isDraft(model({ gone: true }))).toBe(false);
    expect(isDraft(model({ statuses: anyStatus }))).toBe(false);
    expect(isDraft(model({ statuses: { among: ['published'] } }))).toBe(false);
  });

  it('has left draft once it was seen to', () => {
    expect(hasLeftDraft(model({ statuses: left }))).toBe(true);
    expect(hasLeftDraft(model({ statuses: left, gone: true }))).toBe(false);
    expect(hasLeftDraft(model({ statuses: anyStatus }))).toBe(false);
    expect(hasLeftDraft(model())).toBe(false);
  });

  it('lacks a role until a file has it', () => {
    const content = file('ebook_content', '1');
    expect(missingRole(model())).toBe('ebook_content');
    expect(missingRole(model({ files: [content] }))).toBe('ebook_cover');
    expect(missingRole(model({ files: [content, file('ebook_cover', '2')] }))).toBeUndefined();
    expect(missingRole(model({ format: 'audio' }))).toBe('audio_content');
    const track = file('audio_content', '1');
    expect(missingRole(model({ format: 'audio', files: [track] }))).toBe('audio_cover');
  });

  it('is complete with all its files, and with a chapter for each track', () => {
    const ebook = [file('ebook_content', '1'), file('ebook_cover', '2')];
    expect(isComplete(model())).toBe(false);
    expect(isComplete(model({ files: ebook }))).toBe(true);
    const track = file('audio_content', '3');
    expect(isComplete(model({ files: [...ebook, track] }))).toBe(true);
    const files = [
      file('audio_content', '1'),
      file('audio_cover', '2'),
      file('audio_content', '3'),
    ];
    const chapter = (fileId: string, sequence: number) => ({ fileId, sequence, title: 'T' });
    const audio = { format: 'audio', files } as const;
    expect(isComplete(model(audio))).toBe(false);
    expect(isComplete(model({ ...audio, chapters: [chapter('1', 1)] }))).toBe(false);
    const both = [chapter('1', 1), chapter('3', 2)];
    expect(isComplete(model({ ...audio, chapters: both }))).toBe(true);
  });
});
