/** What publishing takes, what it refuses, and what a refusal leaves. The window has a file of its own. */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Book, Stage } from '../../../src/harness/stage/index.ts';
import { bookId } from '../../../src/harness/evidence/index.ts';
import { author, editor, narrator } from '../../../src/harness/values/index.ts';
import {
  accepted,
  bookNow,
  chaptersFor,
  fileCount,
  sorted,
  statusNow,
  withFiles,
} from '../steps/index.ts';

const needs = { needs: ['write', 'publish'] } as const;

/** A complete book that the window rule alone holds back: dated in five days and not final. */
async function heldBack(t: Stage): Promise<Book> {
  const book = await t.make.draft('ebook', { publicationDate: t.clock.day(5) });
  await withFiles(t, book);
  const { isFinalVersion } = await bookNow(t, book.id);
  t.need.that(isFinalVersion === false, 'the new book is a final version already');
  return book;
}

/** A final audiobook with its files, and with nothing else that publishing asks for. */
async function audioWithoutChapters(t: Stage) {
  const book = await t.make.draft('audio');
  const files = await withFiles(t, book);
  t.need.accepted(await t.ask.update(book.id, { isFinalVersion: true }));
  return { book, chapters: chaptersFor(files) };
}

/**
 * Takes an audiobook without a narrator as far as the service lets it go: it may be refused on
 * create, on update or on publish. Answers with the status it was refused with, if it was.
 */
async function withoutNarrator(t: Stage): Promise<number | undefined> {
  const sent = t.make.body('audio', { contributor: [author, editor] });
  const created = await t.ask.create(sent);
  if (!accepted(created)) return created.status;
  const book = { id: bookId(created), externalId: '', format: 'audio', sent } as const;
  const chapters = chaptersFor(await withFiles(t, book));
  const updated = await t.ask.update(book.id, { chapters, isFinalVersion: true });
  if (!accepted(updated)) return updated.status;
  const published = await t.ask.publish(book.id);
  return accepted(published) ? undefined : published.status;
}

/** Takes the narrator away from a complete audiobook, expects publish to miss it, and gives it back. */
export async function expectNarratorMissed(t: Stage, id: string): Promise<void> {
  const removed = await t.ask.update(id, { contributor: [author, editor] });
  t.need.that(accepted(removed), 'the update refused to take the narrator away');
  const roles = sorted((await bookNow(t, id))['contributor']).join();
  t.need.that(!roles.includes('Narrated by'), 'the update left the narrator in place');
  t.expect.problem(await t.ask.publish(id), 422);
  t.need.accepted(await t.ask.update(id, { contributor: [author, narrator] }));
}

export const publish = section('Publish', [
  check(
    'publish.answers-204',
    {
      'answers 204 without content': async (t) => {
        const { id } = await t.make.ready('ebook');
        const answer = t.need.accepted(await t.ask.publish(id));
        t.expect.status(answer, 204);
        t.expect.equal(answer.text, '', 'body of the answer');
      },
    },
    needs,
  ),
  check(
    'publish.from-draft',
    {
      'takes a draft that is complete, and shows it is under way': async (t) => {
        const { id } = await t.make.ready('ebook');
        const book = await bookNow(t, id);
        t.need.that(book['status'] === 'draft', 'the complete book is no draft');
        t.need.that(fileCount(book) > 1, 'the book does not show its files');
        t.expect.accepted(await t.ask.publish(id), 'for a complete draft');
        const now = await statusNow(t, id);
        t.expect.that(now !== 'withdrawn' && now !== 'action_needed', {
          expected: 'a book in review, published, or a draft for a while',
          actual: `status ${now}`,
        });
      },
    },
    needs,
  ),
  check(
    'publish.chapters-present',
    {
      'refuses an audiobook without chapters until it has them': async (t) => {
        const { book, chapters } = await audioWithoutChapters(t);
        t.expect.problem(await t.ask.publish(book.id), 422);
        t.need.accepted(await t.ask.update(book.id, { chapters }));
        t.need.accepted(await t.ask.publish(book.id));
      },
    },
    needs,
  ),
  check(
    'publish.narrator',
    {
      'refuses an audiobook that has lost its narrator until it has one again': async (t) => {
        const { id } = await t.make.ready('audio');
        await expectNarratorMissed(t, id);
        t.need.accepted(await t.ask.publish(id));
      },
    },
    needs,
  ),
  check(
    'contributor.narrator',
    {
      'lets no audiobook without a narrator get as far as the shops': async (t) => {
        const { id } = await t.make.ready('audio');
        t.need.accepted(await t.ask.publish(id));
        const refused = await withoutNarrator(t);
        t.expect.that(refused === 422, {
          expected: '422 on create, on update or on publish',
          actual: refused === undefined ? 'published' : String(refused),
        });
      },
    },
    needs,
  ),
  check(
    'publish.refused-422-any-status',
    {
      'refuses a draft that fails the final validation': async (t) => {
        const { id } = await heldBack(t);
        t.expect.problem(await t.ask.publish(id), 422);
        t.need.accepted(await t.ask.update(id, { isFinalVersion: true }));
        t.need.accepted(await t.ask.publish(id));
      },
      'refuses a book that was published before and no longer passes': async (t) => {
        const { id } = await t.make.published('ebook', { publicationDate: t.clock.day(5) });
        t.need.accepted(await t.ask.update(id, { isFinalVersion: false }));
        t.need.that((await bookNow(t, id))['isFinalVersion'] === false, 'the book stayed final');
        t.expect.problem(await t.ask.publish(id), 422);
      },
    },
    needs,
  ),
  check(
    'publish.refused-keeps-status',
    {
      'leaves the draft it refused a draft': async (t) => {
        const { id } = await heldBack(t);
        const { status } = await t.ask.publish(id);
        t.need.that(status >= 400, 'the publish was not refused');
        t.expect.equal(await statusNow(t, id), 'draft', 'status after a refused publish');
      },
      'leaves an audiobook without chapters a draft': async (t) => {
        const { book } = await audioWithoutChapters(t);
        const refused = await t.ask.publish(book.id);
        t.need.that(refused.status >= 400, 'the publish was not refused');
        t.expect.equal(await statusNow(t, book.id), 'draft', 'status after a refused publish');
      },
      'leaves an audiobook without a narrator a draft': async (t) => {
        const sent = t.make.body('audio', { contributor: [author] });
        const id = bookId(t.need.accepted(await t.ask.create(sent)));
        const book = { id, externalId: '', format: 'audio', sent } as const;
        const chapters = chaptersFor(await withFiles(t, book));
        t.need.accepted(await t.ask.update(id, { chapters, isFinalVersion: true }));
        const refused = await t.ask.publish(id);
        t.need.that(refused.status >= 400, 'the publish was not refused');
        t.expect.equal(await statusNow(t, id), 'draft', 'status after a refused publish');
      },
    },
    needs,
  ),
  check(
    'publish.again',
    {
      'publishes a book anew after it was published and edited': async (t) => {
        const { id } = await t.make.published('ebook');
        const inShops = (await statusNow(t, id)) === 'published';
        const edited = await t.ask.update(id, { description: 'A second edition.' });
        // Whether a book can be edited while it is under review is open.
        if (inShops) t.expect.accepted(edited, 'to editing a published book');
        t.need.accepted(edited);
        t.need.that((await statusNow(t, id)) === 'draft', 'the edited book is no draft');
        t.expect.accepted(await t.ask.publish(id), 'to publishing it again');
      },
    },
    needs,
  ),
  check(
    'publish.unknown-404',
    {
      'answers 404 for a book that does not exist': async (t) => {
        const { id } = await t.make.ready('ebook');
        t.need.accepted(await t.ask.publish(id));
        t.expect.notFound(await t.ask.publish(t.make.unknownId()));
      },
    },
    needs,
  ),
]);
