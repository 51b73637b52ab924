/** Publish where the document is silent. The last day of its window is observed with the window itself. */
import { observe, section, watch } from '../../../src/harness/suite/index.ts';
import { type Book, oncePerRun, type Stage } from '../../../src/harness/stage/index.ts';
import { parseProblem } from '../../../src/harness/evidence/index.ts';
import {
  attachFile,
  awaitReview,
  readAfterPublish,
  getRefusal,
  fetchStatus,
  uploadFile,
  attachContentOnly,
  withPublished,
} from '../steps/index.ts';
import { createChapter, getBookWithSpareTrack } from '../../property/chapters/index.ts';
import { type Chapter, createFile } from '../../../src/harness/values/index.ts';

const publish = { needs: ['write', 'publish'] } as const;

/** Makes a book final and publishes it; returns the status of a refusal. */
async function publishFinal(t: Stage, { id }: Pick<Book, 'id'>): Promise<string | undefined> {
  t.need.accepted(await t.ask.update(id, { isFinalVersion: true }));
  return getRefusal(t, await t.ask.publish(id));
}

/** The answer to publishing an audiobook whose tracks and chapters do not match. */
interface Mismatches {
  /** The refusal while one of two tracks is in no chapter. */
  readonly unmapped: string | undefined;
  /** The refusal of chapters 1 and 3, by the update or else by the publish. */
  readonly gap: string;
  /** The same of a chapter whose file is not attached yet. */
  readonly unattached: string;
}

/** Updates and publishes one audiobook three times. */
const observeMismatches = oncePerRun(async (t): Promise<Mismatches> => {
  const book = await getBookWithSpareTrack(t);
  const unmapped = await publishFinal(t, book);
  const answerTo = async (chapters: Chapter[]): Promise<string | undefined> => {
    const change = { chapters, isFinalVersion: true };
    const refused = getRefusal(t, await t.ask.update(book.id, change));
    if (refused !== undefined) {
      // A book in the shops may be closed to every edit, with any chapters.
      t.need.accepted(await t.ask.update(book.id, { isFinalVersion: true }));
      return refused;
    }
    const atPublish = getRefusal(t, await t.ask.publish(book.id));
    return atPublish && `${atPublish}-at-publish`;
  };
  const one = createChapter(book, 0, { sequence: 1, title: 'One' });
  const three = createChapter(book, 1, { sequence: 3, title: 'Three' });
  const gap = (await answerTo([one, three])) ?? 'free';
  const { fileId } = await uploadFile(t, book, t.make.sample('audio_content'));
  // In place 2 there is no gap, no matter what happened to the chapters before.
  const unattached = await answerTo([one, { fileId, sequence: 2, title: 'Not attached' }, three]);
  return { unmapped, gap, unattached: unattached ?? 'accepted' };
});

/** The names a refused publish lists. */
function getParamNames(body: unknown): readonly string[] | undefined {
  return parseProblem(body)?.invalidParams.map(({ name }) => name);
}

/** Returns the names in the refusal of a publish, joined; empty if it has none. */
async function readRefusedNames(t: Stage, id: string): Promise<readonly string[]> {
  const answer = await t.ask.publish(id);
  t.need.that(getRefusal(t, answer) !== undefined, 'a book that breaks a rule was published');
  return getParamNames(answer.body) ?? [];
}

/** An audiobook that is too near its date and has no chapters, then the same without the first. */
async function observeAggregation(t: Stage): Promise<string> {
  const near = { publicationDate: t.clock.day(5) };
  const { id } = await t.make.draft('audio', near);
  const both = await readRefusedNames(t, id);
  if (both.length > 1) return 'all';
  t.need.accepted(await t.ask.update(id, { publicationDate: t.clock.day(400) }));
  const chapters = await readRefusedNames(t, id);
  if (chapters.length === 0) return 'none named';
  if (chapters.join() !== both.join()) return 'first';
  // Only the chapters were named, twice; other reasons may have no name.
  const dated = await readRefusedNames(t, (await t.make.draft('ebook', near)).id);
  t.need.that(dated.some(isAboutDate), 'the refusal of a date names no field');
  return 'first';
}

function isAboutDate(name: string): boolean {
  return name === 'isFinalVersion' || name === 'publicationDate';
}

export const observedPublish = section('Publish, where the document is silent', [
  watch('publish.body', ({ operation, status, text, headers }) => {
    if (operation !== 'publishBook' || status !== 204) return undefined;
    return text === '' && headers['content-type'] === undefined ? 'empty' : 'not-empty';
  }),
  watch('publish.invalid-params-name', ({ operation, status, body }) => {
    const names = operation === 'publishBook' && status === 422 ? getParamNames(body) : undefined;
    if (names === undefined) return undefined;
    if (names.length === 0) return 'empty';
    if (names.includes('isFinalVersion')) return 'is-final-version';
    return names.includes('publicationDate') ? 'publication-date' : undefined;
  }),
  observe('publish.next-status', async (t) => (await readAfterPublish(t)).status, publish),
  observe(
    'publish.not-draft',
    async (t) =>
      withPublished(t, async ({ id }) => {
        const again = await t.ask.publish(id);
        return getRefusal(t, again) ?? String(again.status);
      }),
    publish,
  ),
  observe(
    'publish.validation-content',
    async (t) => {
      const refused = await publishFinal(t, await t.make.draft('ebook'));
      return refused === undefined ? 'only-listed' : 'more';
    },
    publish,
  ),
  observe(
    'publish.missing-chapters',
    async (t) => {
      const { unmapped } = await observeMismatches(t);
      return unmapped === undefined ? 'none-at-all' : 'any-unmapped-file';
    },
    publish,
  ),
  observe(
    'publish.unmapped-file',
    async (t) => (await observeMismatches(t)).unmapped ?? 'allowed',
    publish,
  ),
  observe('chapters.gaps', async (t) => (await observeMismatches(t)).gap, publish),
  observe('publish.aggregation', observeAggregation, publish),
  observe(
    'publish.async',
    async (t) =>
      withPublished(t, async ({ id }) => {
        const first = await fetchStatus(t, id);
        await awaitReview(t, id);
        return (await fetchStatus(t, id)) === first ? 'no' : 'yes';
      }),
    { ...publish, waits: true },
  ),
  observe(
    'publish.keeps-final',
    async (t) =>
      withPublished(t, async ({ id }) => {
        const change = { isFinalVersion: false, publicationDate: t.clock.day(5) };
        t.need.accepted(await t.ask.update(id, change));
        return getRefusal(t, await t.ask.publish(id)) === undefined ? 'no' : 'yes';
      }),
    publish,
  ),
  observe(
    'flow.cover-mandatory',
    async (t) => {
      const { book } = await attachContentOnly(t);
      return (await publishFinal(t, book)) === undefined ? 'no' : 'yes';
    },
    publish,
  ),
  observe(
    'flow.chapters-before-attach',
    async (t) => (await observeMismatches(t)).unattached,
    publish,
  ),
  observe(
    'attach.content-checks',
    async (t) => {
      const book = await t.make.draft('ebook');
      const text = createFile('ebook_content', new TextEncoder().encode('This is not an EPUB.'));
      const grant = await uploadFile(t, book, text);
      if (getRefusal(t, await attachFile(t, book, grant)) !== undefined) return 'attach';
      await t.make.file(book, 'ebook_cover');
      return (await publishFinal(t, book)) === undefined ? 'never' : 'publish';
    },
    { ...publish, depth: 'deep' },
  ),
]);
