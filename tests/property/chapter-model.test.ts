import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapterUpdates } from '../../src/harness/values/chapters.ts';
import { modelOf, stepOf } from './chapter-model.ts';

const tracks = ['a', 'b', 'c', 'd'];
const start = modelOf([{ fileId: 'a', sequence: 1, title: 'Number 1' }], tracks);

describe('an update made from the model', () => {
  it.each(['merge', 'replace'] as const)(
    'under %s leaves no gap and shares no track',
    (reading) => {
      fc.assert(
        fc.property(chapterUpdates, (updates) => {
          let model = start;
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
