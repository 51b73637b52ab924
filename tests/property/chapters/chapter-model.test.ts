import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapterUpdates } from '../../../src/harness/values/index.ts';
import { modelOf, stepOf } from './chapter-model.ts';

const tracks = ['a', 'b', 'c', 'd'];
/** Made anew by each test, so that a model that cannot be made fails a test and not the file. */
const start = () => modelOf([{ fileId: 'a', sequence: 1, title: 'Number 1' }], tracks);

describe('an update made from the model', () => {
  it.each(['merge', 'replace'] as const)(
    'under %s leaves no gap and shares no track',
    (reading) => {
      fc.assert(
        fc.property(chapterUpdates, (updates) => {
          let model = start();
          for (const update of updates) {
            const step = stepOf(model, update, reading);
            const chapters = [...step.after.chapters.values()];
            const used = chapters.map(({ fileId }) => fileId);
            expect([...step.after.chapters.keys()]).toEqual(chapters.map((_, index) => index + 1));
            const all = [...used, ...step.after.spare];
            expect(new Set(all).size).toBe(all.length);
            expect(tracks).toEqual(expect.arrayContaining(all));
            expect(step.rewritten.length + step.added.length).toBeGreaterThan(0);
            const sent = new Set(step.sent.map(({ sequence }) => sequence));
            const touched = new Set([...step.rewritten, ...step.added]);
            expect(sent).toEqual(
              reading === 'merge' ? touched : new Set(step.after.chapters.keys()),
            );
            model = step.after;
          }
        }),
      );
    },
  );
});

describe('an update in full', () => {
  const titles = ['A', 'B', 'C'].map((title) => ({ title }));
  const update = { rewrite: [], add: 0, backwards: false, titles };
  const two = () =>
    modelOf(
      [
        { fileId: 'a', sequence: 1, title: 'One' },
        { fileId: 'b', sequence: 2, title: 'Two' },
      ],
      tracks,
    );

  it('begins with the chapters there are, and the tracks that none of them has', () => {
    expect([...two().chapters.values()].map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(two().spare).toEqual(['c', 'd']);
  });

  it('rewrites the picked chapter under a new title, once', () => {
    const pick = { pick: 3, otherFile: false };
    const step = stepOf(two(), { ...update, rewrite: [pick, pick] }, 'merge');
    expect(step.sent).toEqual([{ fileId: 'b', sequence: 2, title: 'A' }]);
    expect(step.rewritten).toEqual([2]);
    expect(step.after.spare).toEqual(['c', 'd']);
  });

  it('gives a chapter another track where one is left over', () => {
    const rewrite = [{ pick: 0, otherFile: true }];
    const moved = stepOf(two(), { ...update, rewrite }, 'merge');
    expect(moved.sent).toEqual([{ fileId: 'd', sequence: 1, title: 'A' }]);
    expect(moved.after.spare).toEqual(['c']);
    const kept = stepOf(two(), { ...update, rewrite, add: 2 }, 'merge');
    expect(kept.sent[0]).toEqual({ fileId: 'a', sequence: 1, title: 'A' });
  });

  it('rewrites and adds in one update', () => {
    const rewrite = [{ pick: 1, otherFile: false }];
    const step = stepOf(two(), { ...update, rewrite, add: 1 }, 'merge');
    expect(step.sent.map(({ sequence }) => sequence)).toEqual([2, 3]);
  });

  it('adds behind the last, as many as there are tracks for', () => {
    const step = stepOf(two(), { ...update, add: 9 }, 'merge');
    expect(step.added).toEqual([3, 4]);
    expect(step.sent).toEqual([
      { fileId: 'd', sequence: 3, title: 'A' },
      { fileId: 'c', sequence: 4, title: 'B' },
    ]);
    expect(step.after.spare).toEqual([]);
  });

  it('rewrites the first where nothing else is to be done, with its own track', () => {
    const step = stepOf(two(), update, 'merge');
    expect(step.sent).toEqual([{ fileId: 'a', sequence: 1, title: 'A' }]);
    const none = stepOf(two(), { ...update, titles: [] }, 'merge');
    expect(none.sent).toEqual([{ fileId: 'a', sequence: 1, title: 'One more' }]);
  });

  it('sends all chapters where all are replaced, backwards if so asked', () => {
    const rewrite = [{ pick: 1, otherFile: false }];
    const step = stepOf(two(), { ...update, rewrite, backwards: true }, 'replace');
    expect(step.sent.map(({ sequence }) => sequence)).toEqual([2, 1]);
  });
});
