/**
 * The contract's types under the names that this client uses. Only this file depends on the output of
 * openapi-typescript.
 */
import type * as generated from '../generated/api.ts';

/** A union that accepts other strings too: the document names these values, but not all of them. */
export type OpenUnion<Known extends string> = Known | (string & {});

export type { components, operations, paths } from '../generated/api.ts';

/** The contract's `operationId`s. */
export type Operation = keyof generated.operations;

/** The ten operations that take the key. The eleventh is the presigned PUT. */
export type KeyedOperation = Exclude<Operation, 'putFile'>;

/** The paths that take the key. The presigned PUT goes to the storage, which must never see it. */
export type KeyedPaths = Omit<generated.paths, '/{presignedUrl}'>;

/** The query of the list: `page`, `perPage`, `sort`, `format` and `language`. */
export type BookQuery = NonNullable<generated.operations['listBooks']['parameters']['query']>;

export type Format = generated.Format;
export type Price = generated.Price;
export type Chapter = generated.Chapter;
export type FileRole = generated.FileRole;
type GeneratedAudioDetails = NonNullable<generated.AudioDetails>;

export interface AudioDetails extends Omit<GeneratedAudioDetails, 'audioEdition'> {
  /** `UBR` for an unabridged reading, `ABR` for an abridged one. */
  audioEdition?: NonNullable<GeneratedAudioDetails['audioEdition']>;
}

/** One file to be uploaded: its label, role, name and SHA-256. */
export type UploadDescriptor = generated.FileUploadDescriptor;

/** The name and hash of an uploaded file, the same as in its descriptor. */
export type Attachment = generated.AttachRequest;

/** The roles of an ebook's files (document: File upload descriptor). */
export type EbookRole = 'ebook_content' | 'ebook_cover';
export type PrintRole = 'pod_content' | 'pod_cover';
export type AudioRole = 'audio_content' | 'audio_cover';

/** The document names these statuses, but does not say that there are no others. */
export type BookStatus = OpenUnion<
  'draft' | 'published' | 'in_review' | 'withdrawn' | 'action_needed'
>;

/** A person or company behind a book. An audiobook needs at least one `Narrated by`. */
export interface Contributor extends Omit<generated.Contributor, 'role'> {
  /** What the contributor did. The document names these roles, but not all. */
  role: OpenUnion<'Author' | 'Editor' | 'Narrated by'>;
}

type WithOpenUnions<T> = {
  [Key in keyof T]: Key extends 'status'
    ? BookStatus
    : Key extends 'copyright'
      ? OpenUnion<'SELF'>
      : Key extends 'saleTerritory'
        ? ArrayAs<T[Key], OpenUnion<'ALL'>>
        : Key extends 'contributor'
          ? ArrayAs<T[Key], Contributor>
          : T[Key];
};

/** An array of these items, read-only if the other array is. */
type ArrayAs<Other, Item> = Other extends unknown[] ? Item[] : readonly Item[];

/** The attributes of a whole book (document: Book). */
export type BookAttributes = WithOpenUnions<generated.BookAttributes>;

/** A whole book, as the service returns it by id or by external id: `{ id, type, attributes }`. */
export interface Book extends Omit<generated.BookResource, 'attributes'> {
  attributes: BookAttributes;
}

/** A book as a list shows it (document: Book list item). */
export interface BookListItem extends Omit<generated.BookListItem, 'attributes'> {
  attributes: WithOpenUnions<generated.BookListItem['attributes']>;
}

/** One page of the list as the service sends it: `{ data, meta, links }`. */
export interface BookPageBody extends Omit<generated.BookList, 'data'> {
  data: BookListItem[];
}

/** The fields to create a book of any format. */
export type CreateFields = Omit<
  WithOpenUnions<generated.BookCreate>,
  'format' | 'isbn' | 'audioDetails'
>;

export interface EbookCreate extends CreateFields {
  /** The format, which decides about the other fields and cannot change. */
  format: 'ebook';
  /** A valid ISBN-13, expected for a print book. */
  isbn?: string | null;
  /** Only for audiobooks. */
  audioDetails?: never;
}

/** A print book to create. The document expects an ISBN for it. */
export interface PrintCreate extends CreateFields {
  /** The format, which decides about the other fields and cannot change. */
  format: 'print';
  /** A valid ISBN-13, expected for a print book. */
  isbn: string;
  /** Only for audiobooks. */
  audioDetails?: never;
}

/** An audiobook to create. Its flow starts with `audioDetails` (document: Endpoints, Audiobook flow). */
export interface AudiobookCreate extends CreateFields {
  /** The format, which decides about the other fields and cannot change. */
  format: 'audio';
  /** The running time and the edition of an audiobook. */
  audioDetails: AudioDetails;
  /** A valid ISBN-13, expected for a print book. */
  isbn?: string | null;
}

/** A book to create. Its `format` decides which other fields it has. */
export type BookCreate = EbookCreate | PrintCreate | AudiobookCreate;

/** The fields of a book to change. The format of a book cannot change. */
export type BookUpdate = Omit<WithOpenUnions<generated.BookUpdate>, 'format'> & { format?: never };
