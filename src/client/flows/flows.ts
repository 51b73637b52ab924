/** The three flows. One call of a flow takes a book from its current state to publish. */
import type {
  BookCreate,
  AudioDetails,
  BookAttributes,
  CreateFields,
  Format,
} from '../contract.ts';
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
  type UploadSettings,
} from '../uploads/index.ts';
import { readStatuses, type BookCalls } from '../books/index.ts';
import type { UploadResult } from '../errors/index.ts';
import { copyJson, refuseValue, toText } from '../json.ts';
import type { Preflight } from '../preflight.ts';
import { readMemory, type FlowMemory } from './flow-memory.ts';
import type { FlowOptions, FlowPlan, FlowResult, Flows, FlowStep } from './flow-plan.ts';

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
        const { waitForStatus: statuses } = plan;
        // Copies, because the caller may change the objects during the flow.
        const ownPlan = {
          ...plan,
          format,
          book: copyJson(plan.book, 'book'),
          files: [...plan.files],
          waitForStatus: statuses && readStatuses({ statuses, onStatus }),
        };
        const { externalId } = ownPlan.book;
        if (typeof externalId !== 'string' || externalId === '') {
          refuseValue('externalId', externalId, 'a string');
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
  const call = {
    call: 'flow',
    book: { ...book, format, isFinalVersion },
    files: plan.files,
  } as const;
  await run.preflight?.check(call, run.time.now());
  // Read first, so that an unusable journal stops the flow before anything is sent.
  const notes = await readNotes(settings.journal, files);
  const state = await findOrCreate(run);
  const { id, isNew } = state;
  const status = toText(state.attributes.status ?? 'draft');
  const steps: FlowStep[] = [{ step: 'create', done: isNew }];
  // Any change would turn the book into a draft, which the next flow would publish.
  const isWithdrawn = status === 'withdrawn' && plan.republishWithdrawn !== true;
  if (isWithdrawn) return { id, steps, isWithdrawn };
  const memory = readMemory(state, files, notes);
  const upload = { bookId: id, plan: files, notes: memory.notes, record, signal };
  steps.push(...describeUpload(await run.runUpload(upload, settings), memory));
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
    `externalId names a book of format ${toText(attributes.format)}, not ${format}. Nothing was changed.`,
  );
}

function describeUpload({ files, chapters }: UploadResult, memory: FlowMemory): FlowStep[] {
  const steps: FlowStep[] = files.map((file) => {
    const isKnown = memory.notes.some(
      ({ reached, value }) => file.ok && reached === 'attached' && value === file.fileId,
    );
    return { step: 'upload', filename: file.filename, done: !isKnown };
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
    ...(changesFlag && { isFinalVersion }),
    ...(changesDate && { publicationDate }),
  };
  const isNeeded = changesFlag || changesDate;
  if (isNeeded) await record(calls.update(id, changes, options));
  return isNeeded;
}
