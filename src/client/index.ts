/**
 * The exports of the client.
 * @module book-distribution-client
 */
export {
  createDistribution,
  type Books,
  type Distribution,
  type DistributionOptions,
} from './create-distribution.ts';
export type {
  BookList,
  BookPage,
  CreatedBook,
  SavedBook,
  StatusProgress,
  UploadedFile,
  UploadGrant,
  WaitOptions,
} from './books/index.ts';
export type * from './contract.ts';
export * from './errors/index.ts';
export type {
  Flow,
  FlowBook,
  FlowOptions,
  FlowPlan,
  FlowResult,
  Flows,
  FlowStep,
} from './flows/index.ts';
export type { CheckedBook, CheckedCall, CheckedChapter, Preflight } from './preflight.ts';
export type {
  CallOptions,
  CallPromise,
  CallResult,
  Fetch,
  Limits,
  Logger,
  Middleware,
  MultiCallPromise,
  OnEnd,
  OnRequest,
  Outcome,
  RawClient,
  RequestEnd,
  RequestStart,
  Time,
} from './transport/index.ts';
export {
  type JournalNote,
  type StorageFetch,
  type TotalProgress,
  type UploadJournal,
  type UploadOptions,
  type UploadProgress,
} from './uploads/index.ts';
export {
  type BlobToUpload,
  type BytesToUpload,
  type ByteStream,
  type FileOfRole,
  type FileToUpload,
  type PathToUpload,
  type StreamToUpload,
} from './files/index.ts';
