/** The plan, the options and the result of a flow, and the three flows. */
import type {
  AudiobookCreate,
  AudioRole,
  BookCreate,
  BookStatus,
  EbookCreate,
  EbookRole,
  FileRole,
  PrintCreate,
  PrintRole,
} from '../contract.ts';
import type { WaitOptions } from '../books/index.ts';
import type { FileOfRole } from '../files/index.ts';
import type { MultiCallPromise } from '../transport/index.ts';
import type { UploadOptions } from '../uploads/index.ts';

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
  /** What was done or was done already. */
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
