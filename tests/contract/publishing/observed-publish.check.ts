/** Observes publish where the document is silent. `publish-window.check.ts` observes the last day of the window. */
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { parseProblem } from '../../../src/harness/evidence/index.ts';
import { attachFile, getRefusal, fetchStatus, uploadFile } from '../steps/steps.ts';
import { awaitReview } from '../steps/await-review.ts';
import { readAfterPublish, attachContentOnly, withPublished } from '../steps/shared-books.ts';
import { createChapter, getBookWithSpareTrack } from '../../property/chapters/audiobook.ts';
import { type Chapter, createFile } from '../../../src/harness/arbitraries/index.ts';

const needsPublish = { needs: ['write', 'publish'] } as const;

/** Makes a book final and publishes it; returns the status of a refusal, or undefined. */
async function publishFinal(t: Stage, { id }: Pick<Book, 'id'>): Promise<string | undefined> {
  t.need.accepted(await t.ask.update(id, { isFinalVersion: true }));
  return getRefusal(t, await t.ask.publish(id));
}

/** The refusals of an audiobook with chapters that do not match its tracks. */
interface Mismatches {
  /** The refusal of a publish while one of two tracks is in no chapter. */
  readonly unmappedTrack: string | undefined;
  /** The refusal of chapters 1 and 3 by the update or the publish, or `free`. */
  readonly sequenceGap: string;
  /** The refusal of a chapter with an unattached file by the update or the publish, or `accepted`. */
  readonly unattachedFile: string;
}

/** Updates and publishes one audiobook three times. */
const observeMismatches = oncePerRun(async (t): Promise<Mismatches> => {
  const book = await getBookWithSpareTrack(t);
  const unmappedTrack = await publishFinal(t, book);
  const getRefusalOf = async (chapters: Chapter[]): Promise<string | undefined> => {
    const change = { chapters, isFinalVersion: true };
    const updateRefusal = getRefusal(t, await t.ask.update(book.id, change));
    if (updateRefusal !== undefined) {
      // A service may refuse any update of a published book, whatever its chapters are.
      t.need.that(updateRefusal !== '409', 'the status of the book may be the reason of the 409');
      t.need.accepted(await t.ask.update(book.id, { isFinalVersion: true }));
      return updateRefusal;
    }
    const publishRefusal = getRefusal(t, await t.ask.publish(book.id));
    return publishRefusal && `${publishRefusal}-at-publish`;
  };
  const firstChapter = createChapter(book, 0, { sequence: 1, title: 'One' });
  const thirdChapter = createChapter(book, 1, { sequence: 3, title: 'Three' });
  const sequenceGap = (await getRefusalOf([firstChapter, thirdChapter])) ?? 'free';
  const { fileId } = await uploadFile(t, book, t.make.sample('audio_content'));
  // Sequence 2 leaves no gap, whichever of the chapters before were accepted.
  const unattachedFile = await getRefusalOf([
    firstChapter,
    { fileId, sequence: 2, title: 'Not attached' },
    thirdChapter,
  ]);
  return {
    unmappedTrack,
    sequenceGap,
    unattachedFile: unattachedFile ?? 'accepted',
  };
});

/** Returns the names of the invalid params in a Problem, or undefined. */
function getParamNames(body: unknown): readonly string[] | undefined {
  return parseProblem(body)?.invalidParams.map(({ name }) => name);
}

/** Publishes a book that breaks a rule; returns the names in the refusal. */
async function readRefusedNames(t: Stage, id: string): Promise<readonly string[]> {
  const exchange = await t.ask.publish(id);
  t.need.that(getRefusal(t, exchange) !== undefined, 'a book that breaks a rule was published');
  return getParamNames(exchange.response.body) ?? [];
}

/** Observes whether a refusal names all reasons, with an audiobook that is near its date and has no chapters. */
async function observeAggregation(t: Stage): Promise<string> {
  const nearDate = { publicationDate: t.clock.day(5) };
  const { id } = await t.make.draft('audio', nearDate);
  const firstNames = await readRefusedNames(t, id);
  if (firstNames.length > 1) return 'all';
  t.need.accepted(await t.ask.update(id, { publicationDate: t.clock.day(400) }));
  const secondNames = await readRefusedNames(t, id);
  if (secondNames.length === 0) return 'none named';
  if (secondNames.join() !== firstNames.join()) return 'first';
  // Both refusals name only the chapters, so a refusal for the date alone must show that it has a name.
  const dateNames = await readRefusedNames(t, (await t.make.draft('ebook', nearDate)).id);
  t.need.that(dateNames.some(isAboutDate), 'the refusal of a date names no field');
  return 'first';
}

function isAboutDate(name: string): boolean {
  return name === 'isFinalVersion' || name === 'publicationDate';
}

export const observedPublish = section('Publish, where the document is silent', [
  watch('publish.invalid-params-name', ({ operation, response: { status, body } }) => {
    const names = operation === 'publishBook' && status === 422 ? getParamNames(body) : undefined;
    if (names === undefined) return undefined;
    if (names.length === 0) return 'empty';
    if (names.includes('isFinalVersion')) return 'is-final-version';
    return names.includes('publicationDate') ? 'publication-date' : undefined;
  }),
  observe('publish.next-status', async (t) => (await readAfterPublish(t)).status, needsPublish),
  observe(
    'publish.not-draft',
    async (t) =>
      withPublished(t, async ({ id }) => {
        const secondPublish = await t.ask.publish(id);
        return getRefusal(t, secondPublish) ?? String(secondPublish.response.status);
      }),
    needsPublish,
  ),
  observe(
    'publish.validation-content',
    async (t) => {
      const refusal = await publishFinal(t, await t.make.draft('ebook'));
      return refusal === undefined ? 'only-listed' : 'more';
    },
    needsPublish,
  ),
  observe(
    'publish.missing-chapters',
    async (t) => {
      const { unmappedTrack } = await observeMismatches(t);
      return unmappedTrack === undefined ? 'none-at-all' : 'any-unmapped-file';
    },
    needsPublish,
  ),
  observe(
    'publish.unmapped-file',
    async (t) => (await observeMismatches(t)).unmappedTrack ?? 'allowed',
    needsPublish,
  ),
  observe('chapters.gaps', async (t) => (await observeMismatches(t)).sequenceGap, needsPublish),
  observe('publish.aggregation', observeAggregation, needsPublish),
  observe(
    'publish.async',
    async (t) =>
      withPublished(t, async ({ id }) => {
        const firstStatus = await fetchStatus(t, id);
        await awaitReview(t, id);
        return (await fetchStatus(t, id)) === firstStatus ? 'no' : 'yes';
      }),
    { ...needsPublish, waits: true },
  ),
  observe(
    'flow.cover-mandatory',
    async (t) => {
      const { book } = await attachContentOnly(t);
      return (await publishFinal(t, book)) === undefined ? 'no' : 'yes';
    },
    needsPublish,
  ),
  observe(
    'flow.chapters-before-attach',
    async (t) => (await observeMismatches(t)).unattachedFile,
    needsPublish,
  ),
  observe(
    'attach.content-checks',
    async (t) => {
      const book = await t.make.draft('ebook');
      const textFile = createFile(
        'ebook_content',
        new TextEncoder().encode('This is not an EPUB.'),
      );
      const grant = await uploadFile(t, book, textFile);
      if (getRefusal(t, await attachFile(t, book, grant)) !== undefined) return 'attach';
      await t.make.file(book, 'ebook_cover');
      return (await publishFinal(t, book)) === undefined ? 'never' : 'publish';
    },
    needsPublish,
  ),
]);
