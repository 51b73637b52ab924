/** Updates of one field each, for what must hold whichever field an update mentions. */
import type { Stage } from '../../../src/harness/stage/index.ts';
import { author, editor } from '../../../src/harness/values/index.ts';
import type { BookUpdate } from '../../../src/generated/api.ts';

/** One update for each field that a client may set on every print book. */
export function singleUpdates(t: Stage): readonly BookUpdate[] {
  const { title, isbn } = t.make.body('print');
  return [
    { title },
    { subtitle: 'Another' },
    { language: ['FR'] },
    { isbn: isbn ?? null },
    { category: ['FIC002000'] },
    { keyword: ['harbour'] },
    { publicationDate: t.clock.day(430) },
    { contributor: [editor, author] },
    { price: [{ currency: 'GBP', price: 3.5 }] },
    // The last, because it is open whether a later edit takes it back.
    { isFinalVersion: true },
  ];
}
