/** What a user of the client imports. */
export { AmbiguousOutcomeError } from './ambiguous-outcome-error.ts';
export type { AttachingFiles, UploadedFile } from './attaching-files.ts';
export type { BookList } from './book-pages.ts';
export type {
  Attachment,
  AudioDetails,
  Book,
  BookAttributes,
  BookCreate,
  BookListItem,
  BookPage,
  BookQuery,
  BookUpdate,
  Chapter,
  Contributor,
  FileRole,
  Format,
  KeyedOperation,
  Operation,
  Price,
  UploadDescriptor,
} from './book.ts';
export {
  createDistribution,
  type Books,
  type Distribution,
  type DistributionOptions,
} from './create-distribution.ts';
export {
  AnswerError,
  MessageError,
  ProblemError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from './answer-errors.ts';
export { chaptersFromUploads } from './chapters-from-uploads.ts';
export type { CallOptions, Limits } from './call-options.ts';
export type { CallPromise, Outcome } from './call-promise.ts';
export type { CreatedBook } from './create-once.ts';
export {
  isAbortedError,
  isAmbiguousOutcomeError,
  isMessageError,
  isNetworkError,
  isPreflightError,
  isProblemError,
  isRateLimited,
  isServerFailure,
  isTimeoutError,
  isUnauthorizedError,
  isUnexpectedAnswerError,
} from './error-guards.ts';
export { DistributionError, isDistributionError, type DistributionErrorKind } from './errors.ts';
export type { FindingBooks } from './finding-books.ts';
export type {
  BookOfFlow,
  Flow,
  FlowOptions,
  FlowPlan,
  FlowResult,
  Flows,
  FlowStep,
} from './flows.ts';
export type { OnEnd, OnRequest, RequestEnd, RequestSeen } from './hooks.ts';
export type { Violation } from './judge-answers.ts';
export type { Answered } from './line.ts';
export { AbortedError, NetworkError, TimeoutError } from './no-answer-errors.ts';
export { PreflightError } from './preflight-error.ts';
export type { BookSeen, ChapterSeen, Look, Preflight, PreflightIssue } from './preflight.ts';
export type { InvalidParam, Problem } from './problem.ts';
export type { Fetch, RawOptions } from './keyring.ts';
export { createRaw, type Raw } from './raw.ts';
export type { KeyedPaths } from './routes.ts';
export type { ReleasingBooks } from './releasing-books.ts';
export type { SavedBook } from './saved-book.ts';
export type { SavingBooks } from './saving-books.ts';
export { systemTime, type Time } from './time.ts';
export {
  UploadBatchError,
  UploadError,
  type UploadReason,
  type UploadStage,
} from './upload-error.ts';
export type { UploadGrant } from './upload-grants.ts';
export type { JournalNote, UploadJournal } from './upload-journal.ts';
export type { UploadOptions } from './upload-options.ts';
export type { UploadProgress } from './upload-progress.ts';
export type { StorageFetch } from './upload-way.ts';
export type { NotUploaded, UploadResult, UploadedToBook } from './upload-result.ts';
export type {
  BlobToUpload,
  ChapterOfFile,
  FileToUpload,
  PathToUpload,
  StreamToUpload,
} from './upload-source.ts';
export type { UploadingFiles } from './upload.ts';
export type { Validation } from './validation.ts';
export type { components, operations, paths } from '../generated/api.ts';
