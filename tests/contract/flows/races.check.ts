/** Concurrent requests on one book: some order of the requests must explain the result. */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type Audiobook,
  createChapter,
  readChapters,
  getUnmentionedReading,
} from '../../property/chapters/audiobook.ts';
import { withThreeChapters } from '../../property/chapters/audiobook.ts';
import { attachFile, requestGrant, putFile } from '../steps/steps.ts';
import { getFileAttachedTwice } from '../steps/shared-files.ts';
import {
  type Branch,
  expectExplained,
  listOutcomes,
  runConcurrently,
  type Step,
  runBranch,
} from '../steps/histories.ts';
import { getSharedDraft } from '../steps/shared-books.ts';

const needsWrite = { needs: ['write'] } as const;

/** Titles by sequence number, in the order of the numbers. */
type Titles = readonly (readonly [number, string])[];

function createChapterUpdate(
  book: Audiobook,
  { sequence, title }: { readonly sequence: number; readonly title: string },
  keepsOthers: boolean,
): Step<Titles> {
  return {
    send: async (t) =>
      t.ask.update(book.id, { chapters: [createChapter(book, sequence - 1, { sequence, title })] }),
    apply: (titles) => {
      const others = keepsOthers ? titles.filter(([number]) => number !== sequence) : [];
      return [...others, [sequence, title] as const].toSorted(([a], [b]) => a - b);
    },
  };
}

async function readTitles(t: Stage, id: string): Promise<Titles> {
  const chapters = await readChapters(t, id);
  return chapters
    .map(({ sequence, title }) => [Number(sequence), String(title)] as const)
    .toSorted(([a], [b]) => a - b);
}

/** The sequence numbers that each of two branches updates, in this order. */
type Sequences = readonly [readonly number[], readonly number[]];

/**
 * Asserts that concurrent updates leave a result that some order of them explains. The case stays
 * unproven if the same updates already fail one after another, which other cases report.
 */
async function expectSerializable(
  t: Stage,
  book: Audiobook,
  [firstSequences, secondSequences]: Sequences,
): Promise<void> {
  const keepsOthers = (await getUnmentionedReading(t)) === 'merge';
  const createBranch = (sequences: readonly number[], title: string): Branch<Titles> =>
    sequences.map((sequence) => createChapterUpdate(book, { sequence, title }, keepsOthers));
  let titles = await readTitles(t, book.id);
  // The second round rewrites what the first one adds.
  for (const round of ['alone', 'alone again']) {
    const branches = [
      createBranch(firstSequences, `One, ${round}`),
      createBranch(secondSequences, `Other, ${round}`),
    ];
    const acceptedSteps = await runBranch(t, branches.flat());
    const expectedTitles = acceptedSteps.reduce<Titles>((state, step) => step.apply(state), titles);
    titles = await readTitles(t, book.id);
    t.need.that(
      JSON.stringify(titles) === JSON.stringify(expectedTitles),
      'the same requests one after another already leave a different result',
    );
  }
  const [firstBranch, secondBranch] = await runConcurrently(
    t,
    createBranch(firstSequences, 'One, at the same time'),
    createBranch(secondSequences, 'Other, at the same time'),
  );
  expectExplained(t, await readTitles(t, book.id), listOutcomes(titles, firstBranch, secondBranch));
}

/** Asserts that the attached bytes do not change while other bytes are sent to their URL. */
async function expectSameBytes(t: Stage): Promise<void> {
  const book = await getSharedDraft(t, 'audio');
  const grant = await requestGrant(t, book, t.make.sample('audio_content'));
  const otherBytes = { ...grant, file: t.make.sample('audio_content') };
  const attachRepeatedly = async (): Promise<Exchange[]> => {
    await putFile(t, grant);
    return [await attachFile(t, book, grant), await attachFile(t, book, grant)];
  };
  const putOtherBytes = async (): Promise<void> => {
    await putFile(t, otherBytes);
    await putFile(t, otherBytes);
  };
  const [attaches] = await Promise.all([attachRepeatedly(), putOtherBytes()]);
  const statuses = [...attaches, await attachFile(t, book, grant)].map(
    ({ response: { status } }) => status,
  );
  const firstSuccess = statuses.findIndex((status) => status < 300);
  t.expect.that(firstSuccess === -1 || !statuses.slice(firstSuccess).includes(422), {
    expected: 'unchanged attached bytes while other bytes are sent',
    actual: `their hash matched, then stopped matching: the attaches got ${statuses.join(', ')}`,
  });
  t.need.that(firstSuccess !== -1, 'the file was never attached while other bytes were sent');
}

export const races = section('Concurrent requests', [
  check(
    'chapters.replace',
    {
      'loses no chapter in concurrent updates that rewrite and add chapters': async (t) =>
        withThreeChapters(t, async ({ book }) =>
          expectSerializable(t, book, [
            [1, 4],
            [2, 1],
          ]),
        ),
    },
    needsWrite,
  ),
  check(
    'put.used-url',
    {
      'keeps attached bytes while other bytes are sent concurrently': async (t) => {
        // Only a second attach compares the bytes again, so the service must accept one.
        t.need.accepted((await getFileAttachedTwice(t)).secondExchange);
        await expectSameBytes(t);
      },
    },
    needsWrite,
  ),
]);
