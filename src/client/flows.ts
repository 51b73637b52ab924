/** The three ways of a book into the shops, one call each: from create to publish, and on from anywhere between. */
import type { AudioDetails, BookCreate, Format } from './book.ts';
import type { Books } from './create-distribution.ts';
import type { Preflight } from './preflight.ts';
import type { UploadOptions } from './upload-options.ts';
import type { FileToUpload } from './upload-source.ts';

/** The book of a flow. Its `externalId` is what the next call finds it by. */
export type BookOfFlow = Omit<BookCreate, 'format'> & { readonly externalId: string };

/** What a book is to be when the flow is through. */
export interface FlowPlan<Book extends BookOfFlow = BookOfFlow> {
  /** As for `create`, without the format. Of a book that is there, only the publication date is compared. */
  readonly book: Book;
  /** As for `upload`; the tracks of an audiobook with their chapters. */
  readonly files: readonly FileToUpload[];
  /** Set before the book is published; without it the flag stays as it is. */
  readonly isFinalVersion?: boolean | undefined;
  /** `false` leaves the book a draft that is ready. */
  readonly publish?: boolean | undefined;
}

/** As for `upload`: `journal` knows the files of an earlier call, `onProgress` is told of the bytes. */
export type FlowOptions = Omit<UploadOptions, 'settle'>;

/** One step, in the order they were taken. */
export interface FlowStep {
  readonly step: 'create' | 'upload' | 'chapters' | 'details' | 'publish';
  /** Of an upload: the file's name. */
  readonly filename?: string | undefined;
  /** False where nothing was left to do. */
  readonly done: boolean;
}

export interface FlowResult {
  readonly id: string;
  readonly steps: readonly FlowStep[];
}

/** One way of a book into the shops. */
export type Flow<Book extends BookOfFlow = BookOfFlow> = (
  plan: FlowPlan<Book>,
  options?: FlowOptions,
) => Promise<FlowResult>;

/**
 * Each flow finds the book by its `externalId` or creates it, uploads and attaches its files, sets the
 * chapters, the final flag and the publication date, and publishes. Called again, after an error, a crash or
 * without need, it does what is left: a step that is done is skipped, and where all are done only reads are
 * sent. A file counts as done where the journal says so, or where the book shows a file with its hash; without
 * either it is sent again. A book that is published or on its way is published again only if it was changed.
 *
 * Flows throw what their calls throw, besides a PreflightError where the client has a pre-flight, which looks
 * at everything before the first call.
 */
export interface Flows {
  /**
   * @throws TypeError for a book without `externalId`, one whose `externalId` names a book of another format,
   *   and for files nothing can be sent of
   * @throws UploadBatchError for files that did not get through
   * @throws ProblemError for what the service refuses
   * @see document: Endpoints, Ebook flow
   * @example
   * await distribution.flows.ebook({
   *   book: { externalId: 'backlist-0042', title: 'Tides', … },
   *   files: [{ role: 'ebook_content', path: 'tides.epub' }, { role: 'ebook_cover', path: 'tides.jpg' }],
   *   isFinalVersion: true,
   * }, { journal: 'uploads.journal' });
   */
  readonly ebook: Flow;
  /**
   * As `ebook`, for a book with an ISBN whose files are `pod_content` and `pod_cover`.
   * @see document: Endpoints, Print flow
   * @example
   * await distribution.flows.print({ book: { externalId, isbn: '9780306406157', … }, files });
   */
  readonly print: Flow<BookOfFlow & { readonly isbn: string }>;
  /**
   * As `ebook`, for a book with `audioDetails` and a contributor `Narrated by`, whose files are
   * `audio_content`, each with its chapter, and `audio_cover`.
   * @see document: Endpoints, Audiobook flow
   * @example
   * await distribution.flows.audiobook({ book: { externalId, audioDetails, … }, files });
   */
  readonly audiobook: Flow<BookOfFlow & { readonly audioDetails: AudioDetails }>;
}

export interface FlowCalls {
  readonly books: Books;
  readonly preflight: Preflight | undefined;
  readonly now: () => number;
}

/** Loaded when one of them is first used. */
export function flowsOver(calls: FlowCalls): Flows {
  const flow =
    (format: Format): Flow =>
    async (plan, options = {}) => {
      const { runFlow } = await import('./run-flow.ts');
      return runFlow(calls, { ...plan, format }, options);
    };
  return { ebook: flow('ebook'), print: flow('print'), audiobook: flow('audio') };
}
