/** Concurrent calls on one book: some order of the calls must explain the result. */
import { check, section } from '../../../src/harness/suite/index.ts';
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import {
  type Audiobook,
  createChapter,
  readChapters,
  getUnmentionedReading,
  withThreeChapters,
} from '../../property/chapters/index.ts';
import {
  attachFile,
  attachTwice,
  type Branch,
  expectExplained,
  requestGrant,
  listOutcomes,
  putFile,
  runConcurrently,
  type Step,
  runBranch,
  getWorkbench,
} from '../steps/index.ts';

const needs = { needs: ['write'] } as const;

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
  const shown = await readChapters(t, id);
  return shown
    .map(({ sequence, title }) => [Number(sequence), String(title)] as const)
    .toSorted(([a], [b]) => a - b);
}

/** The sequences that each of two branches updates, in this order. */
type Sequences = readonly [readonly number[], readonly number[]];

/** Sends the updates one after another first: a failure there is for another requirement to report. */
async function expectSerializable(
  t: Stage,
  book: Audiobook,
  [one, other]: Sequences,
): Promise<void> {
  const keepsOthers = (await getUnmentionedReading(t)) === 'merge';
  const createBranch = (sequences: readonly number[], title: string): Branch<Titles> =>
    sequences.map((sequence) => createChapterUpdate(book, { sequence, title }, keepsOthers));
  let before = await readTitles(t, book.id);
  // The second round rewrites what the first one adds.
  for (const round of ['alone', 'alone again']) {
    const branches = [createBranch(one, `One, ${round}`), createBranch(other, `Other, ${round}`)];
    const accepted = await runBranch(t, branches.flat());
    const sequential = accepted.reduce<Titles>((state, step) => step.apply(state), before);
    before = await readTitles(t, book.id);
    t.need.that(
      JSON.stringify(before) === JSON.stringify(sequential),
      'the same calls one after another already leave a different result',
    );
  }
  const [first, second] = await runConcurrently(
    t,
    createBranch(one, 'One, at the same time'),
    createBranch(other, 'Other, at the same time'),
  );
  expectExplained(t, await readTitles(t, book.id), listOutcomes(before, first, second));
}

/** Attaches twice while other bytes are sent twice. The attached bytes must not change. */
async function expectSameBytes(t: Stage): Promise<void> {
  const book = await getWorkbench(t, 'audio');
  const grant = await requestGrant(t, book, t.make.sample('audio_content'));
  const otherBytes = { ...grant, file: t.make.sample('audio_content') };
  const attachRepeatedly = async (): Promise<Exchange[]> => {
    await putFile(t, grant);
    return [await attachFile(t, book, grant), await attachFile(t, book, grant)];
  };
  const sendOthers = async (): Promise<void> => {
    await putFile(t, otherBytes);
    await putFile(t, otherBytes);
  };
  const [attached] = await Promise.all([attachRepeatedly(), sendOthers()]);
  const statuses = [...attached, await attachFile(t, book, grant)].map(({ status }) => status);
  const firstSuccess = statuses.findIndex((status) => status < 300);
  t.expect.that(firstSuccess === -1 || !statuses.slice(firstSuccess).includes(422), {
    expected: 'the attached bytes to be unchanged, even if others are sent meanwhile',
    actual: `their hash matched, then stopped matching: attaching answered ${statuses.join(', ')}`,
  });
  t.need.that(firstSuccess !== -1, 'the file was never attached while others were sending');
}

export const races = section('Concurrent calls', [
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
    needs,
  ),
  check(
    'put.used-url',
    {
      'keeps attached bytes while others are sent to their URL': async (t) => {
        // Only a second attach that is accepted compares the bytes again.
        t.need.accepted((await attachTwice(t)).second);
        await expectSameBytes(t);
      },
    },
    needs,
  ),
]);
