/** Serves the sandbox of one story on free ports. */
import { randomUUID } from 'node:crypto';
import { createClock } from '../sandbox/replaceable-parts/index.ts';
import { chooseReadings } from '../sandbox/readings/index.ts';
import { serveSandbox, type Alteration, type Sandbox } from '../sandbox/index.ts';
import { createCallRecorder, type PlayedCall } from './played-call.ts';
import { readEndState, type EndState } from './end-state.ts';
import type { Story } from './story.ts';
import { createTroubleMaker } from './trouble.ts';

export interface StoryServerOptions {
  /** Adds the books that are there before the program starts, also in the calm run. */
  readonly addBooks?: ((sandbox: Sandbox) => Promise<unknown>) | undefined;
  /** What the program leaves without trouble, for the books with the same titles. */
  readonly calmState?: EndState | undefined;
  /** A port for people who play the story by hand; any free one unless given. */
  readonly port?: number | undefined;
  /** Called for each call of the program, once it is answered. */
  readonly onCall?: (call: PlayedCall) => void;
  /** A fault that a test suite should notice. */
  readonly fault?: Alteration;
}

export type StoryServer = Awaited<ReturnType<typeof serveStory>>;

/** The readings of every story, unless it has others. An upload with a key must work, so that it can be judged. */
const calmReadings = { 'auth.put-with-key': 'works' };

/** Reviews are short, so that programs that wait for them end soon. */
const defaultReviewSeconds = 1;

/** Starts the sandbox of a story. */
export async function serveStory(story: Story, options: StoryServerOptions = {}) {
  const controller = new AbortController();
  let recorder = createCallRecorder(options.onCall);
  const trouble = createTroubleMaker({
    story,
    onRequest: (request, text) => recorder.onRequest(request, text),
    onUnknownRoute: (url, { status }) => recorder.onUnknownRoute(url, status),
    addOtherBook: async () => others.add(1),
    signal: controller.signal,
  });
  const faults = [...(options.fault === undefined ? [] : [options.fault]), trouble.alteration];
  const server = await serveSandbox({
    ...chooseSettings(story),
    port: options.port ?? 0,
    faults,
    findFaults: () => faults,
    deadlines: { graceMs: 100 },
  });
  const { sandbox } = server;
  const others = createOtherBooks(sandbox);
  await others.addFirst(story, options);
  return {
    url: server.url,
    key: server.key,
    readState: async () => readEndState(sandbox, others.ids, recorder.calls()),
    /** The books that the story added, as they were then. */
    addedBooks: others.added,
    recorder: () => recorder,
    /** Begins or ends the trouble and forgets the calls, before the program is run again. */
    setCalm: (isCalm: boolean): void => {
      trouble.setCalm(isCalm);
      if (isCalm && areReadingsTrouble(story)) restoreCalmReadings(sandbox);
      recorder = createCallRecorder(options.onCall);
    },
    close: async (): Promise<void> => {
      controller.abort();
      await server.close();
    },
  };
}

/** Readings that only accompany an effect, such as a second book for a repeated create, are no trouble themselves. */
function areReadingsTrouble({ troubles, readings }: Story): boolean {
  return readings !== undefined && troubles.some(({ effect }) => effect === undefined);
}

/** Gives every account the readings of the calm run. The faults stay, because they also record the calls. */
function restoreCalmReadings({ accounts, settings }: Sandbox): void {
  const readings = chooseReadings(calmReadings);
  for (const { id } of accounts) settings.behave(id, { readings, faults: ['those of the story'] });
}

function chooseSettings({ start = {}, readings }: Story) {
  const clock = createClock();
  if (start.clockMinutes !== undefined) clock.advance(start.clockMinutes * 60_000);
  const { reviewSeconds = defaultReviewSeconds, lagSeconds, uploadSeconds } = start;
  const { uploadsAtService = false } = start;
  return {
    clock,
    readings: { ...calmReadings, ...readings },
    reviewMs: reviewSeconds * 1000,
    uploadsAtService,
    ...(lagSeconds !== undefined && { lagMs: lagSeconds * 1000 }),
    ...(uploadSeconds !== undefined && { uploadLifetimeMs: uploadSeconds * 1000 }),
  };
}

/** Creates the books of the other programs of the account. */
function createOtherBooks(sandbox: Sandbox) {
  const ids = new Set<string>();
  const added: EndState[number][] = [];
  let count = 0;
  const addBooks = async (changes: readonly object[]): Promise<void> => {
    const books = changes.map((change) => ({ ...makeOtherBook((count += 1)), ...change }));
    const newIds = new Set(books.map(({ id }) => id));
    for (const id of newIds) ids.add(id);
    await sandbox.importBooks(books.map((book) => JSON.stringify(book)));
    if (books.length > 0)
      added.push(...(await readEndState(sandbox, newIds, [])).filter(({ isOther }) => isOther));
  };
  const add = async (number: number) => addBooks(Array.from({ length: number }, () => ({})));
  return {
    ids,
    added: (): EndState => added,
    add,
    /** Adds the books that are there before the program starts. */
    addFirst: async ({ start = {} }: Story, options: StoryServerOptions): Promise<void> => {
      await options.addBooks?.(sandbox);
      for (const { id } of await sandbox.books()) ids.add(id);
      await add(start.otherBooks ?? 0);
      await addBooks(describeTwins(options.calmState ?? [], start.twins));
    },
  };
}

/** A program that deletes drafts by their titles may delete those of others, too, but no withdrawn book. */
function describeTwins(state: EndState, status: 'draft' | 'withdrawn' | undefined) {
  if (status === undefined) return [];
  const books = state.filter(({ isDeleted }) => status === 'withdrawn' || !isDeleted);
  return books.map(({ fields }, index) => ({ ...fields, status, externalId: `twin-${index}` }));
}

function makeOtherBook(number: number) {
  return {
    id: randomUUID(),
    status: 'published',
    format: 'ebook',
    title: `Another Book ${number}`,
    externalId: `another-${number}`,
    language: ['EN'],
    description: 'A book of another program.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2020-01-01',
    isFinalVersion: true,
    contributor: [{ firstName: 'Ann', lastName: 'Other', role: 'Author' }],
    price: [{ currency: 'USD', price: 1.99 }],
  };
}
