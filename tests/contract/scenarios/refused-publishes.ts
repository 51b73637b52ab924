/** Publishes that a service must refuse, in the life of a book. Each refusal must change nothing. */
import { author, type Chapter, editor, narrator } from '../../../src/harness/arbitraries/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { isAccepted } from '../steps/steps.ts';

/** Publishes an audiobook without chapters, and without a narrator in both editions; each refusal has one reason. */
export async function publishIncomplete(
  t: Stage,
  { id }: Book,
  chapters: readonly Chapter[],
): Promise<void> {
  await t.ask.update(id, { isFinalVersion: true });
  await t.ask.publish(id);
  // A read before the next update shows that the refused publish changed nothing.
  await t.ask.read(id);
  // The next update adds the other chapters.
  await t.ask.update(id, { chapters: chapters.slice(0, 1) });
  for (const audioEdition of ['UBR', 'ABR'] as const) {
    // An editor is not a narrator, and the role of a narrator is "Narrated by".
    const nonNarrator = audioEdition === 'ABR' ? { ...narrator, role: 'Narrator' } : editor;
    const contributor = [author, nonNarrator];
    const audioDetails = { audioLength: 60, audioEdition };
    const fields = { contributor, audioDetails, chapters: [...chapters] };
    if (!isAccepted(await t.ask.update(id, fields))) continue;
    // Shows that the service replaces the list, and that the narrator is gone.
    await t.ask.read(id);
    await t.ask.publish(id);
    await t.ask.read(id);
  }
}

/** Publishes a book that is not a final version, inside the window; the refusal must change nothing. */
export async function publishTooEarly(t: Stage, { id }: Book): Promise<void> {
  const publicationDate = t.clock.day(1);
  await t.ask.update(id, { publicationDate, isFinalVersion: false });
  await t.ask.publish(id);
  await t.ask.read(id);
}
