/** The three flows. One call of a flow takes a book from its current state to publish. */
import type {
  AudiobookCreate,
  AudioRole,
  BookCreate,
  EbookCreate,
  EbookRole,
  FileRole,
  PrintCreate,
  PrintRole,
  AudioDetails,
  BookAttributes,
  BookStatus,
  CreateFields,
  Format,
} from '../contract.ts';
import type { FileOfRole } from '../files/index.ts';
import {
  type MultiCallPromise,
  createCall,
  createRecorder,
  runWithin,
  type CallOptions,
  type CallPromise,
  type Limits,
  type Time,
} from '../transport/index.ts';
import {
  planFiles,
  readNotes,
  readSettings,
  type PlannedFile,
  type RunUpload,
  type UploadOptions,
  type UploadSettings,
} from '../uploads/index.ts';
import type { BookCalls, WaitOptions } from '../books/index.ts';
import type { UploadResult } from '../errors/index.ts';
import { copyJson } from '../json.ts';
import type { Preflight } from '../preflight.ts';
import { readMemory, type FlowMemory } from './flow-memory.ts';

/** The book of a flow. The next call finds it by its `externalId`. */
export type FlowBook<Book extends BookCreate = BookCreate> = Omit<Book, 'format' | 'externalId'> & {
  /** Your own id of the book, by which the next call finds it. */
  readonly externalId: string;
};

/** The intended state of the book at the end of the flow. */
export interface FlowPlan<Book = FlowBook, Role extends FileRole = FileRole> {
  /** As for `create`, without the format. For an existing book, only the publication date is compared. */
  readonly book: Book;
  /** As for `upload`. The tracks of an audiobook have their chapters. */
  readonly files: readonly FileOfRole<Role>[];
  /** The flag to set before the book is published; by default it does not change. */
  readonly isFinalVersion?: boolean | undefined;
  /** False if the book should stay a draft; true by default. */
  readonly publish?: boolean | undefined;
  /** True to publish a withdrawn book again. By default the flow changes nothing of a withdrawn book. */
  readonly republishWithdrawn?: boolean | undefined;
  /** The statuses to wait for after the publish, such as `['published', 'action_needed']`; by default it does not wait. */
  readonly waitForStatus?: BookStatus | readonly BookStatus[] | undefined;
}

/** As for `upload`. The `journal` records the files of an earlier call, and `deadlineMs` is for the whole flow. */
export interface FlowOptions extends UploadOptions {
  /** Called after each read while the flow waits for a status. Its errors are ignored. */
  readonly onStatus?: WaitOptions['onStatus'];
}

/** One step of a flow. */
export interface FlowStep {
  readonly step: 'create' | 'upload' | 'chapters' | 'details' | 'publish' | 'wait';
  /** The file's name, for an upload. */
  readonly filename?: string | undefined;
  /** True if this call did the step, false if it was already done. */
  readonly done: boolean;
}

export interface FlowResult {
  /** The service's id of the book. */
  readonly id: string;
  /** The steps in their order. */
  readonly steps: readonly FlowStep[];
  /** True if the book was withdrawn, so that the flow changed nothing. */
  readonly isWithdrawn: boolean;
}

/** A flow that publishes a book of one format. */
export type Flow<Book extends BookCreate, Role extends FileRole> = (
  plan: FlowPlan<FlowBook<Book>, Role>,
  options?: FlowOptions,
) => MultiCallPromise<FlowResult>;

/**
 * Each flow finds the book by its `externalId` or creates it, uploads and attaches its files, sets the chapters, the
 * final flag and the publication date, and publishes. After an error or a crash, the same call does the remaining steps.
 * A file counts as done if the journal contains it and the book still has it. A book that is published or in review is
 * published again only if it was changed. A withdrawn book stays withdrawn, unless the plan says `republishWithdrawn`.
 * Flows of the same client with the same `externalId` run one after the other.
 *
 * @throws TypeError for a book without `externalId`, an `externalId` of a book of another format, and files that cannot
 *   be sent
 * @throws UploadBatchError for files that were not uploaded, ProblemError for a refusal of the service, PreflightError
 *   from the client's pre-flight, which checks the whole plan before the first call
 * @see document: Endpoints, Ebook flow, Print flow, Audiobook flow
 */
export interface Flows {
  /**
   * Publishes an ebook with its `ebook_content` and `ebook_cover`.
   * @example
   * const { id, steps } = await distribution.flows.ebook({
   *   book: { externalId: 'backlist-0042', title: 'Tides', … },
   *   files: [{ role: 'ebook_content', path: 'tides.epub' }, { role: 'ebook_cover', path: 'tides.jpg' }],
   *   isFinalVersion: true,
   * }, { journal: 'uploads.journal', onProgress: ({ total }) => console.log(total.bytes, total.size) });
   */
  readonly ebook: Flow<EbookCreate, EbookRole>;
  /**
   * Publishes a print book, which needs an ISBN, with its `pod_content` and `pod_cover`.
   * @example
   * await distribution.flows.print({
   *   book: { externalId: 'backlist-0043', isbn: '9780306406157', title: 'Tides', … },
   *   files: [{ role: 'pod_content', path: 'tides.pdf' }, { role: 'pod_cover', path: 'cover.pdf' }],
   * });
   */
  readonly print: Flow<PrintCreate, PrintRole>;
  /**
   * Publishes an audiobook, which needs `audioDetails`, with a chapter for each `audio_content`, and its `audio_cover`.
   * @example
   * await distribution.flows.audiobook({
   *   book: { externalId: 'backlist-0044', audioDetails: { audioLength: 3600, audioEdition: 'UBR' }, … },
   *   files: [
   *     { role: 'audio_content', path: 'one.mp3', chapter: { sequence: 1, title: 'One' } },
   *     { role: 'audio_cover', path: 'cover.jpg' },
   *   ],
   *   waitForStatus: ['published', 'action_needed'],
   * }, { deadlineMs: 3_600_000 });
   */
  readonly audiobook: Flow<AudiobookCreate, AudioRole>;
}

interface FlowDependencies {
  readonly calls: BookCalls;
  readonly runUpload: RunUpload;
  readonly limits: Limits;
  readonly preflight: Preflight | undefined;
  readonly time: Time;
}

/** The plan of any flow. The types of the three flows ensure that the book has the fields of its format. */
interface AnyPlan extends FlowPlan<
  Omit<CreateFields, 'externalId'> & {
    readonly externalId: string;
    readonly isbn?: string | null;
    readonly audioDetails?: AudioDetails;
  }
> {
  readonly format: Format;
}

interface FlowRun extends FlowDependencies {
  readonly plan: AnyPlan;
  readonly files: readonly PlannedFile[];
  readonly settings: UploadSettings;
  /** The options of each call. */
  readonly options: CallOptions;
  readonly signal: AbortSignal;
  readonly onStatus: FlowOptions['onStatus'];
  readonly record: <T>(call: CallPromise<T, Response | undefined>) => Promise<T>;
}

/** The current state of the book. For a new book, the attributes are those that the service returned. */
interface BookState {
  readonly id: string;
  readonly attributes: Partial<BookAttributes>;
  readonly isNew: boolean;
}

export function createFlows(dependencies: FlowDependencies): Flows {
  const runInTurn = createTurns();
  const createFlow =
    (format: Format) =>
    (plan: Omit<AnyPlan, 'format'>, flowOptions: FlowOptions = {}): MultiCallPromise<FlowResult> =>
      createCall(async () => {
        const { onStatus, ...uploadOptions } = flowOptions;
        const settings = readSettings(uploadOptions, dependencies.limits);
        const files = planFiles(plan.files);
        // Copies, because the caller may change the objects during the flow.
        const ownPlan = { ...plan, format, book: copyJson(plan.book), files: [...plan.files] };
        const { externalId } = ownPlan.book;
        if (typeof externalId !== 'string' || externalId === '') {
          throw new TypeError('A flow needs an externalId. Nothing was sent.');
        }
        const { record, collect } = createRecorder();
        return runWithin(dependencies.time, settings, async (signal) => {
          const options = { ...settings.options, signal };
          const run = { ...dependencies, settings, files, options, signal, onStatus, record };
          return runInTurn(externalId, async () => {
            signal.throwIfAborted();
            return collect(await takeSteps({ ...run, plan: ownPlan }));
          });
        });
      });
  return { ebook: createFlow('ebook'), print: createFlow('print'), audiobook: createFlow('audio') };
}

/** Returns a function that runs the tasks of each key one after the other: two flows at once would make two books. */
function createTurns() {
  const lastTasks = new Map<string, Promise<unknown>>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const previousTask = lastTasks.get(key);
    const ownTask = previousTask === undefined ? task() : previousTask.then(task, task);
    lastTasks.set(key, ownTask);
    return ownTask.finally(() => {
      if (lastTasks.get(key) === ownTask) lastTasks.delete(key);
    });
  };
}

async function takeSteps(run: FlowRun): Promise<FlowResult> {
  const { plan, calls, files, settings, options, signal, onStatus, record } = run;
  const { book, format, isFinalVersion } = plan;
  const preflightCall = { book: { ...book, format, isFinalVersion }, files: plan.files };
  await run.preflight?.check({ call: 'flow', ...preflightCall }, run.time.now());
  // Read first, so that an unusable journal stops the flow before anything is sent.
  const notes = files.length > 0 ? await readNotes(settings.journal, files) : [];
  const state = await findOrCreate(run);
  const { id, isNew } = state;
  const status = String(state.attributes.status ?? 'draft');
  const steps: FlowStep[] = [{ step: 'create', done: isNew }];
  // Any change would turn the book into a draft, which the next flow would publish.
  const isWithdrawn = status === 'withdrawn' && plan.republishWithdrawn !== true;
  if (isWithdrawn) return { id, steps, isWithdrawn };
  if (files.length > 0) {
    const memory = readMemory(state, files, notes);
    const upload = { bookId: id, plan: files, notes: memory.notes, record, signal };
    steps.push(...describeUpload(await run.runUpload(upload, settings), memory));
  }
  steps.push({ step: 'details', done: await setDetails(run, state) });
  if (plan.publish !== false) {
    // The document does not list all statuses that follow a publish, so any status except these counts as released.
    const isUnreleased = ['draft', 'withdrawn', 'action_needed'].includes(status);
    const mustPublish = isUnreleased || steps.some((step) => step.done);
    if (mustPublish) await record(calls.publish(id, options));
    steps.push({ step: 'publish', done: mustPublish });
  }
  if (plan.waitForStatus !== undefined) {
    await record(calls.waitForStatus(id, plan.waitForStatus, { ...options, onStatus }));
    steps.push({ step: 'wait', done: true });
  }
  return { id, steps, isWithdrawn };
}

async function findOrCreate({ calls, plan, options, record }: FlowRun): Promise<BookState> {
  const { book, format } = plan;
  const existingBook = await record(calls.findByExternalId(book.externalId, options));
  if (existingBook === null) {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- no assignment can show it for all formats at once
    const request = { ...book, format } as BookCreate;
    const { id, book: savedBook } = await record(calls.create(request, options));
    return { id, attributes: savedBook?.attributes ?? {}, isNew: true };
  }
  const { id, attributes } = existingBook;
  if (attributes.format === format) return { id, attributes, isNew: false };
  throw new TypeError(
    `externalId names a book of format ${attributes.format}, not ${format}. Nothing was changed.`,
  );
}

function describeUpload({ files, chapters }: UploadResult, memory: FlowMemory): FlowStep[] {
  const steps: FlowStep[] = files.map((file) => {
    const done = !file.ok || !memory.attachedIds.has(file.fileId);
    return { step: 'upload', filename: file.filename, done };
  });
  if (chapters.length === 0) return steps;
  return [...steps, { step: 'chapters', done: JSON.stringify(chapters) !== memory.chapters }];
}

/**
 * Updates the final flag and, for an existing book, the publication date, if they differ from the plan. Returns true if
 * an update was necessary.
 */
async function setDetails(
  { calls, plan, options, record }: FlowRun,
  { id, attributes, isNew }: BookState,
): Promise<boolean> {
  const { isFinalVersion, book } = plan;
  const { publicationDate } = book;
  const changesFlag = isFinalVersion !== undefined && isFinalVersion !== attributes.isFinalVersion;
  const changesDate = !isNew && publicationDate !== attributes.publicationDate;
  const changes = {
    ...(changesFlag ? { isFinalVersion } : {}),
    ...(changesDate ? { publicationDate } : {}),
  };
  if (changesFlag || changesDate) await record(calls.update(id, changes, options));
  return changesFlag || changesDate;
}
