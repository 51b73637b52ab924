/** The exports of the client. */
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
  UploadedFile,
  UploadGrant,
} from './books/index.ts';
export type * from './contract.ts';
export * from './errors/index.ts';
export type * from './flows/index.ts';
export type { CheckedBook, CheckedCall, CheckedChapter, Preflight } from './preflight.ts';
export {
  completeAddress,
  type CallPromise,
  type CallResult,
  type Fetch,
  type Logger,
  type Middleware,
  type MultiCallPromise,
  type OnEnd,
  type OnRequest,
  type Outcome,
  type RawClient,
  type RequestEnd,
  type RequestStart,
} from './transport/index.ts';
export { systemTime, type CallOptions, type Limits, type Time } from './transport/index.ts';
export {
  type JournalNote,
  type StorageFetch,
  type UploadJournal,
  type UploadOptions,
  type UploadProgress,
} from './uploads/index.ts';
export {
  type BlobToUpload,
  type ByteStream,
  type FileOfRole,
  type FileToUpload,
  type PathToUpload,
  type StreamToUpload,
} from './files/index.ts';
