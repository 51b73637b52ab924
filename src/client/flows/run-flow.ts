/** Runs a flow: takes a book from its current state to publish. */
import type { BookCalls } from '../books/index.ts';
import type {
  AudioDetails,
  BookAttributes,
  BookCreate,
  CreateFields,
  Format,
} from '../contract.ts';
import type { UploadResult } from '../errors/index.ts';
import type { Preflight } from '../preflight.ts';
import {
  createCall,
  createRecorder,
  runWithin,
  type CallOptions,
  type CallPromise,
  type MultiCallPromise,
  type Time,
} from '../transport/index.ts';
import { planFiles, readSettings, type PlannedFile, type UploadCalls } from '../uploads/index.ts';
import { readMemory, type FlowMemory } from './flow-memory.ts';
import type { FlowOptions, FlowPlan, FlowResult, Flows, FlowStep } from './flows.ts';

export interface FlowDependencies {
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
