/** What a user of the client imports. */
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
  DistributionError,
  MessageError,
  ProblemError,
  UnauthorizedError,
  UnexpectedAnswerError,
  isDistributionError,
  isMessageError,
  isProblemError,
  isUnauthorizedError,
  isUnexpectedAnswerError,
  type DistributionErrorKind,
} from './errors.ts';
export type { FindingBooks } from './finding-books.ts';
export type { CallOptions } from './line.ts';
export type { InvalidParam, Problem } from './problem.ts';
export { createRaw, type Fetch, type KeyedPaths, type Raw, type RawOptions } from './raw.ts';
export type { ReleasingBooks } from './releasing-books.ts';
export type { SavedBook } from './saved-book.ts';
export type { SavingBooks } from './saving-books.ts';
export type { UploadGrant } from './upload-grants.ts';
export type { components, operations, paths } from '../generated/api.ts';
