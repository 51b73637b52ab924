/** The things a client sends and receives, under the names of the calls and with the contract's types. */
import type {
  AttachRequest,
  BookList,
  BookResource,
  FileUploadDescriptor,
  operations,
} from '../generated/api.ts';

export type {
  AudioDetails,
  BookAttributes,
  BookCreate,
  BookListItem,
  BookUpdate,
  Chapter,
  Contributor,
  FileRole,
  Format,
  Price,
} from '../generated/api.ts';

/** A whole book, as read by id or by external id: `{ id, type, attributes }`. */
export type Book = BookResource;

/** One page of the list: `{ data, meta, links }`. */
export type BookPage = BookList;

/** Which books to list, and from which page on. */
export type BookQuery = NonNullable<operations['listBooks']['parameters']['query']>;

/** One file to be uploaded: its label, role, name and SHA-256. */
export type UploadDescriptor = FileUploadDescriptor;

/** The name and hash a file was announced with. */
export type Attachment = AttachRequest;

/** The contract's `operationId`s. */
export type Operation = keyof operations;

/** The ten operations that take the key; the presigned PUT is the eleventh. */
export type KeyedOperation = Exclude<Operation, 'putFile'>;
