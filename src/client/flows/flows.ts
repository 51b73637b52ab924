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
  type Time,
} from '../transport/index.ts';
import {
  type UploadOptions,
  planFiles,
  readSettings,
  type PlannedFile,
  type UploadCalls,
} from '../uploads/index.ts';
import type { BookCalls } from '../books/index.ts';
import type { UploadResult } from '../errors/index.ts';
import type { Preflight } from '../preflight.ts';
import { readMemory, type FlowMemory } from './flow-memory.ts';

/** The book of a flow. The next call finds it by its `externalId`. */
export type FlowBook<Book extends BookCreate = BookCreate> = Omit<Book, 'format' | 'externalId'> & {
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
}

/** As for `upload`. The `journal` records the files of an earlier call, and `deadlineMs` is for the whole flow. */
export type FlowOptions = UploadOptions;

/** One step of a flow. */
export interface FlowStep {
  readonly step: 'create' | 'upload' | 'chapters' | 'details' | 'publish';
  /** The file's name, for an upload. */
  readonly filename?: string | undefined;
  /** True if this call did the step, false if it was already done. */
  readonly done: boolean;
}

export interface FlowResult {
  readonly id: string;
  readonly steps: readonly FlowStep[];
}

/** A flow that publishes a book of one format. */
export type Flow<Book extends BookCreate, Role extends FileRole> = (
  plan: FlowPlan<FlowBook<Book>, Role>,
  options?: FlowOptions,
) => MultiCallPromise<FlowResult>;

/**
 * Each flow finds the book by its `externalId` or creates it, uploads and attaches its files, sets the chapters, the
 * final flag and the publication date, and publishes. After an error or a crash, the same call does the remaining steps.
 * A file counts as done if the journal or the book contains its hash. A book that is published or in review is published
 * again only if it was changed.
 *
 * @throws TypeError for a book without `externalId`, an `externalId` of a book of another format, and files that cannot
 *   be sent
 * @throws UploadBatchError for files that were not uploaded, ProblemError for a refusal of the service, PreflightError
 *   from the client's pre-flight, which checks the whole plan before the first call
 * @see document: Endpoints, Ebook flow, Print flow, Audiobook flow
 * @example
 * await distribution.flows.ebook({
 *   book: { externalId: 'backlist-0042', title: 'Tides', … },
 *   files: [{ role: 'ebook_content', path: 'tides.epub' }, { role: 'ebook_cover', path: 'tides.jpg' }],
 *   isFinalVersion: true,
 * }, { journal: 'uploads.journal' });
 */
export interface Flows {
  /** Publishes an ebook with its `ebook_content` and `ebook_cover`. */
  readonly ebook: Flow<EbookCreate, EbookRole>;
  /** Publishes a print book, which needs an ISBN, with its `pod_content` and `pod_cover`. */
  readonly print: Flow<PrintCreate, PrintRole>;
  /** Publishes an audiobook, which needs `audioDetails`, with a chapter for each `audio_content`, and its `audio_cover`. */
  readonly audiobook: Flow<AudiobookCreate, AudioRole>;
}

interface FlowDependencies {
  readonly books: BookCalls & UploadCalls;
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
  readonly options: CallOptions;
  readonly record: <T>(call: CallPromise<T, Response | undefined>) => Promise<T>;
}

/** The current state of the book. For a new book, the attributes are those that the service returned. */
interface BookState {
  readonly id: string;
  readonly attributes: Partial<BookAttributes>;
  readonly isNew: boolean;
}

export function createFlows(dependencies: FlowDependencies): Flows {
  const createFlow =
    (format: Format) =>
    (plan: Omit<AnyPlan, 'format'>, options: FlowOptions = {}): MultiCallPromise<FlowResult> =>
      createCall(async () => {
        const settings = readSettings(options);
        const files = planFiles(plan.files);
        if (typeof plan.book.externalId !== 'string' || plan.book.externalId === '') {
          throw new TypeError('A flow needs an externalId. Nothing was sent.');
        }
        const { record, collect } = createRecorder();
        return runWithin(dependencies.time, settings, async (signal) => {
          const call = { ...settings.options, signal };
          const run = { ...dependencies, plan: { ...plan, format }, options: call, record };
          const upload = { ...options, signal, deadlineMs: undefined };
          return collect(await takeSteps(run, upload, files));
        });
      });
  return { ebook: createFlow('ebook'), print: createFlow('print'), audiobook: createFlow('audio') };
}

async function takeSteps(
  run: FlowRun,
  uploadOptions: FlowOptions,
  files: readonly PlannedFile[],
): Promise<FlowResult> {
  const { plan, books, options, record } = run;
  const { book, format, isFinalVersion } = plan;
  await run.preflight?.check(
    { call: 'flow', book: { ...book, format, isFinalVersion }, files: plan.files },
    run.time.now(),
  );
  const state = await findOrCreate(run);
  const { id, attributes, isNew } = state;
  const steps: FlowStep[] = [{ step: 'create', done: isNew }];
  if (files.length > 0) {
    const memory = await readMemory(state, files, uploadOptions.journal);
    const upload = books.upload(id, plan.files, { ...uploadOptions, journal: memory.journal });
    steps.push(...describeUpload(await record(upload), memory));
  }
  steps.push({ step: 'details', done: await setDetails(run, state) });
  if (plan.publish !== false) {
    // The document does not list all statuses that follow a publish, so any status except these counts as released.
    const isUnreleased = ['draft', 'withdrawn', 'action_needed'].includes(
      attributes.status ?? 'draft',
    );
    const mustPublish = isUnreleased || steps.some((step) => step.done);
    if (mustPublish) await record(books.publish(id, options));
    steps.push({ step: 'publish', done: mustPublish });
  }
  return { id, steps };
}

async function findOrCreate({ books, plan, options, record }: FlowRun): Promise<BookState> {
  const { book, format } = plan;
  const existingBook = await record(books.findByExternalId(book.externalId, options));
  if (existingBook === null) {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- no assignment can show it for all formats at once
    const request = { ...book, format } as BookCreate;
    const { id, book: savedBook } = await record(books.create(request, options));
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
  { books, plan, options, record }: FlowRun,
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
  if (changesFlag || changesDate) await record(books.update(id, changes, options));
  return changesFlag || changesDate;
}
