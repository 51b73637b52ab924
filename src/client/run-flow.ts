/** Takes a book from wherever it stands to where its flow ends. */
import type { BookAttributes, Format } from './book.ts';
import type { CallOptions } from './call-options.ts';
import { memoryOf, type FlowMemory } from './flow-memory.ts';
import type { FlowCalls, FlowOptions, FlowPlan, FlowResult, FlowStep } from './flows.ts';
import { settingsOf } from './upload-options.ts';
import { planFor } from './upload-plan.ts';

type Plan = FlowPlan & { readonly format: Format };

/** Where the book stands; of one that was just created, as much as the service showed. */
interface Standing {
  readonly id: string;
  readonly attributes: Partial<BookAttributes>;
  readonly created: boolean;
}

/** What one of the flows does; see there. */
export async function runFlow(
  calls: FlowCalls,
  plan: Plan,
  given: FlowOptions,
): Promise<FlowResult> {
  const { options } = settingsOf(given);
  const files = await planFor(plan.files);
  const { book, format, isFinalVersion } = plan;
  const looked = { ...book, format, isFinalVersion };
  await calls.preflight?.check({ call: 'flow', book: looked, files: plan.files }, calls.now());
  const standing = await bookOf(calls, plan, options);
  const { id, attributes } = standing;
  const steps: FlowStep[] = [{ step: 'create', done: standing.created }];
  if (files.length > 0) {
    const memory = await memoryOf({ id, attributes }, files, given.journal);
    const { journal } = memory;
    const result = await calls.books.upload(id, plan.files, { ...given, journal, settle: false });
    steps.push(...uploaded(result, memory));
  }
  steps.push({ step: 'details', done: await setDetails(calls, { plan, standing }, options) });
  if (plan.publish !== false) {
    const done = steps.some((step) => step.done) || !isOut(attributes.status);
    if (done) await calls.books.publish(id, options);
    steps.push({ step: 'publish', done });
  }
  return { id, steps };
}

async function bookOf(
  { books }: FlowCalls,
  { book, format }: Plan,
  options: CallOptions,
): Promise<Standing> {
  const { externalId } = book;
  if (typeof externalId !== 'string' || externalId === '') {
    throw new TypeError('A flow needs an externalId to find its book by. Nothing was sent.');
  }
  const found = await books.findByExternalId(externalId, options);
  if (found === null) {
    const { id, book: shown } = await books.create({ ...book, format }, options);
    return { id, attributes: shown?.attributes ?? {}, created: true };
  }
  const { id, attributes } = found;
  if (attributes.format === format) return { id, attributes, created: false };
  const other = `externalId names a book of format ${attributes.format}, where ${format} was meant`;
  throw new TypeError(`${other}. Nothing was changed.`);
}

function uploaded(
  { files, chapters }: Awaited<ReturnType<FlowCalls['books']['upload']>>,
  memory: FlowMemory,
): readonly FlowStep[] {
  const steps: FlowStep[] = files.map((file) => {
    const done = !file.ok || !memory.attached.has(file.fileId);
    return { step: 'upload', filename: file.filename, done };
  });
  if (chapters.length === 0) return steps;
  return [...steps, { step: 'chapters', done: JSON.stringify(chapters) !== memory.chapters }];
}

/** Sets what differs of the final flag and, of a book that was there, the publication date. */
async function setDetails(
  { books }: FlowCalls,
  { plan, standing }: { readonly plan: Plan; readonly standing: Standing },
  options: CallOptions,
): Promise<boolean> {
  const { isFinalVersion, book } = plan;
  const { id, attributes, created } = standing;
  const { publicationDate } = book;
  const flag = isFinalVersion !== undefined && isFinalVersion !== attributes.isFinalVersion;
  const date = !created && publicationDate !== attributes.publicationDate;
  if (!flag && !date) return false;
  await books.update(
    id,
    { ...(flag ? { isFinalVersion } : {}), ...(date ? { publicationDate } : {}) },
    options,
  );
  return true;
}

/** Which statuses there are after publishing is not shown: all but those that shops surely do not have. */
function isOut(status: string | undefined): boolean {
  return status !== undefined && !['draft', 'withdrawn', 'action_needed'].includes(status);
}
