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
  type Branch,
  expectExplained,
  requestGrant,
  listOutcomes,
  runConcurrently,
  uploadSpareTrack,
  type Step,
  runBranch,
  getWorkbench,
} from '../steps/index.ts';

const needs = { needs: ['write'] } as const;

/** How often each history is raced after it has run sequentially. */
const tries = 1;

/** Titles by sequence number, in the order of the numbers. */
type Titles = readonly (readonly [number, string])[];

function writing(
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

async function titlesOf(t: Stage, id: string): Promise<Titles> {
  const shown = await readChapters(t, id);
  return shown
    .map(({ sequence, title }) => [Number(sequence), String(title)] as const)
    .toSorted(([a], [b]) => a - b);
}

interface History<State> {
  /** Rounds of single calls before the race; a second one rewrites what the first one adds. */
  readonly rounds: readonly string[];
  readonly look: () => Promise<State>;
  readonly branches: (round: string) => readonly [Branch<State>, Branch<State>];
}

/** Sends the calls one after another first: a failure there is for another requirement to report. */
async function expectOrderly<State>(t: Stage, history: History<State>): Promise<void> {
  const { rounds, look, branches } = history;
  let before = await look();
  for (const round of rounds) {
    const [one, other] = branches(round);
    const taken = await runBranch(t, [...one, ...other]);
    const alone = taken.reduce<State>((state, step) => step.apply(state), before);
    before = await look();
    t.need.that(
      JSON.stringify(before) === JSON.stringify(alone),
      'the same calls one after another already leave a different result',
    );
  }
  for (let round = 1; round <= tries; round += 1) {
    const [first, second] = await runConcurrently(t, ...branches(`round ${round}`));
    const after = await look();
    expectExplained(t, after, listOutcomes(before, first, second));
    before = after;
  }
}

type Numbers = readonly [readonly number[], readonly number[]];

async function expectChapters(t: Stage, book: Audiobook, numbers: Numbers): Promise<void> {
  const keepsOthers = (await getUnmentionedReading(t)) === 'merge';
  const branch = (name: string, round: string) => (sequence: number) =>
    writing(book, { sequence, title: `${name}, ${round}` }, keepsOthers);
  await expectOrderly(t, {
    rounds: ['alone', 'alone again'],
    look: async () => titlesOf(t, book.id),
    branches: (round) => [
      numbers[0].map(branch('One', round)),
      numbers[1].map(branch('Other', round)),
    ],
  });
}

/** Attaches twice while other bytes are sent twice. The attached bytes must not change. */
async function expectKept(t: Stage): Promise<void> {
  const book = await getWorkbench(t, 'audio');
  let compared = 0;
  for (let round = 1; round <= tries; round += 1) {
    const grant = await requestGrant(t, book, t.make.sample('audio_content'));
    const other = t.make.sample('audio_content');
    const { url, file } = grant;
    const attachTwice = async (): Promise<Exchange[]> => {
      await t.ask.put(url, file.bytes, file.contentType);
      return [await attachFile(t, book, grant), await attachFile(t, book, grant)];
    };
    const sendTwice = async (): Promise<Exchange[]> => [
      await t.ask.put(url, other.bytes, other.contentType),
      await t.ask.put(url, other.bytes, other.contentType),
    ];
    const [attached] = await Promise.all([attachTwice(), sendTwice()]);
    const answers = [...attached, await attachFile(t, book, grant)].map(({ status }) => status);
    const once = answers.findIndex((status) => status < 300);
    const swapped = once !== -1 && answers.slice(once).includes(422);
    compared += once === -1 ? 0 : 1;
    t.expect.that(!swapped, {
      expected: 'the attached bytes to be unchanged, even if others are sent meanwhile',
      actual: `their hash matched, then stopped matching: attaching answered ${answers.join(', ')}`,
    });
  }
  t.need.that(compared > 0, 'the file was never attached while others were sending');
}

/** Requires that the service accepts a second attach, because only then does it compare the bytes again. */
async function needComparesAgain(t: Stage): Promise<void> {
  const { book, grant } = await uploadSpareTrack(t);
  t.need.accepted(await attachFile(t, book, grant));
  t.need.accepted(await attachFile(t, book, grant));
}

export const races = section('Concurrent calls', [
  check(
    'chapters.replace',
    {
      'loses no chapter when two updates rewrite and add chapters concurrently': async (t) =>
        withThreeChapters(t, async ({ book }) =>
          expectChapters(t, book, [
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
        await needComparesAgain(t);
        await expectKept(t);
      },
    },
    needs,
  ),
]);
