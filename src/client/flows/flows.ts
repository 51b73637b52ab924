/** The types of the three flows. One call of a flow takes a book from its current state to publish. */
import type {
  AudiobookCreate,
  AudioRole,
  BookCreate,
  EbookCreate,
  EbookRole,
  FileRole,
  PrintCreate,
  PrintRole,
} from '../contract.ts';
import type { FileOfRole } from '../files/index.ts';
import type { MultiCallPromise } from '../transport/index.ts';
import type { UploadOptions } from '../uploads/index.ts';

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
