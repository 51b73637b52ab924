/** The three flows that bring a book into shops, one call each: from create to publish, or from any step between. */
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
  /** As for `create`, without the format. Of a book that exists, only the publication date is compared. */
  readonly book: Book;
  /** As for `upload`; the tracks of an audiobook with their chapters. */
  readonly files: readonly FileOfRole<Role>[];
  /** Set before the book is published; by default the flag stays as it is. */
  readonly isFinalVersion?: boolean | undefined;
  /** `false` leaves the book a draft that is ready. */
  readonly publish?: boolean | undefined;
}

/** As for `upload`: `journal` remembers the files of an earlier call, `deadlineMs` is for the whole flow. */
export type FlowOptions = UploadOptions;

/** One step, in the order they were taken. */
export interface FlowStep {
  readonly step: 'create' | 'upload' | 'chapters' | 'details' | 'publish';
  /** For an upload: the file's name. */
  readonly filename?: string | undefined;
  /** True when this call did it; false when nothing was left to do. */
  readonly done: boolean;
}

export interface FlowResult {
  readonly id: string;
  readonly steps: readonly FlowStep[];
}

/** A flow that brings a book of one format into shops. */
export type Flow<Book extends BookCreate, Role extends FileRole> = (
  plan: FlowPlan<FlowBook<Book>, Role>,
  options?: FlowOptions,
) => MultiCallPromise<FlowResult>;

/**
 * Each flow finds the book by its `externalId` or creates it, uploads and attaches its files, sets the chapters, the
 * final flag and the publication date, and publishes. After an error or a crash, the same call does the remaining steps. A file
 * counts as done when the journal says so, or when the book shows a file with its hash. A book that is published or in
 * review is published again only if it was changed.
 *
 * @throws TypeError for a book without `externalId`, one whose `externalId` names a book of another format, and files
 *   that cannot be sent
 * @throws UploadBatchError for files that were not uploaded, ProblemError for what the service refuses, PreflightError
 *   when the client has a pre-flight, which checks everything before the first call
 * @see document: Endpoints, Ebook flow, Print flow, Audiobook flow
 * @example
 * await distribution.flows.ebook({
 *   book: { externalId: 'backlist-0042', title: 'Tides', … },
 *   files: [{ role: 'ebook_content', path: 'tides.epub' }, { role: 'ebook_cover', path: 'tides.jpg' }],
 *   isFinalVersion: true,
 * }, { journal: 'uploads.journal' });
 */
export interface Flows {
  /** Takes an ebook, with `ebook_content` and `ebook_cover`, into the shops. */
  readonly ebook: Flow<EbookCreate, EbookRole>;
  /** As `ebook`, for a book with an ISBN whose files are `pod_content` and `pod_cover`. */
  readonly print: Flow<PrintCreate, PrintRole>;
  /** As `ebook`, for a book with `audioDetails` whose files are `audio_content`, each with its chapter, and `audio_cover`. */
  readonly audiobook: Flow<AudiobookCreate, AudioRole>;
}
