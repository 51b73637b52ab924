/** Generated from openapi/distribution.yaml by `npm run generate`: change that file, never this one. */

export interface paths {
    "/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List books
         * Returns the account's books one page at a time. Follow `links.next` until it is null. The
         *     document does not show the direction of each sort key.
         */
        get: operations["listBooks"];
        put?: never;
        /**
         * Create a book
         * Creates a book as a draft without files that is not a final version. The document shows two
         *     responses: one contains only the new id, the other the whole book.
         */
        post: operations["createBook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{bookPublicId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /**
         * Read a book
         * Returns the whole book with this id. A read changes nothing.
         */
        get: operations["readBook"];
        put?: never;
        post?: never;
        /**
         * Delete a book
         * Deletes the book, unless its status does not allow it. The document does not show which
         *     statuses these are, or the status and body of a successful response. Its example sends an
         *     empty object.
         */
        delete: operations["deleteBook"];
        options?: never;
        head?: never;
        /**
         * Update a book
         * Changes the properties that are sent and keeps all others. Afterwards the book is a draft,
         *     whatever status it had. An update also sets chapters: an entry replaces the chapter with the
         *     same `sequence`, or adds a chapter if there is none. The document shows two responses: one
         *     contains only the id, the other the whole book.
         */
        patch: operations["updateBook"];
        trace?: never;
    };
    "/books/external-id/{bookExternalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a book up by its external id
         * Returns the whole book that has this external id. If no book has it, the response is 422, not
         *     404.
         */
        get: operations["lookUpBook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{bookPublicId}/upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request upload URLs
         * Returns a presigned URL with a deadline for each descriptor. The status of the book does not
         *     change. After a URL has expired, request a new one. The uploads of one request may run in
         *     parallel. The document shows two responses. Only the enveloped one repeats label and role;
         *     grants of the bare one are distinguished only by their order.
         */
        post: operations["requestUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{presignedUrl}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the bytes of a file
         * Sends the raw bytes to the unchanged URL of a grant, before its deadline. This call goes to
         *     storage. It has a `Content-Type` for the kind of file, but no `apikey`, because the URL itself
         *     authorizes it.
         */
        put: operations["putFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{bookPublicId}/file/{fileId}/attach": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
                /** The id of the file's grant. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Attach an uploaded file
         * Makes an uploaded file part of the book if the declared hash matches the bytes that arrived.
         *     Before that, the book does not refer to the file. Afterwards the book is a draft, whatever
         *     status it had, and has to be published again after all edits.
         */
        patch: operations["attachFile"];
        trace?: never;
    };
    "/books/{bookPublicId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a book
         * Validates the book one last time and queues it for the stores that the account's territory
         *     settings enable. If the book fails this validation, the response is 422 and the status of the
         *     book does not change. The document does not show the status of a book after a successful
         *     publish.
         */
        post: operations["publishBook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/books/{bookPublicId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a book
         * Withdraws a published book from the stores. The document does not show the status and body of
         *     a successful response, the status of the book afterwards, or the response for a book that is
         *     not published.
         */
        post: operations["unpublishBook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format
         * The kind of product.
         * @example ebook
         * @enum {string}
         */
        Format: "ebook" | "print" | "audio";
        /**
         * Full book (reference)
         * The whole book in its envelope.
         */
        Book: {
            data: components["schemas"]["BookResource"];
        };
        /**
         * Book resource
         * A book with its id.
         */
        BookResource: {
            /**
             * Format: uuid
             * The id that paths take as `bookPublicId`.
             * @example 3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90
             */
            id: string;
            /**
             * Always `book`.
             * @example book
             * @constant
             */
            type: "book";
            attributes: components["schemas"]["BookAttributes"];
        };
        /**
         * Book id alone (walkthrough)
         * Only the id of the book that was created or updated.
         */
        BookReceipt: {
            /**
             * Format: uuid
             * The id that paths take as `bookPublicId`.
             * @example 3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90
             */
            bookId: string;
        };
        /**
         * Book attributes
         * All properties of a book. A property that may be null may also be absent,
         *     except for `series` and `audience`, which are always there.
         */
        BookAttributes: {
            /**
             * The kind of product.
             * @example ebook
             * @enum {string}
             */
            format: "ebook" | "print" | "audio";
            /**
             * The status of the book. The document names `draft`, `published`, `in_review`,
             *     `withdrawn` and `action_needed`, and does not say that there are no others.
             * @example draft
             * @example published
             * @example in_review
             * @example withdrawn
             * @example action_needed
             */
            readonly status: string;
            /**
             * The title of the book.
             * @example The Salt Road
             */
            title: string;
            /**
             * The id that the client chose for the book.
             * @example cat-2027-0142
             */
            externalId?: string | null;
            /**
             * The subtitle, if there is one.
             * @example A Journey in Nine Letters
             */
            subtitle?: string | null;
            /**
             * The series that the book belongs to, or null. The document does not show its type.
             * @example null
             */
            series: unknown;
            /**
             * The languages of the book, as uppercase codes.
             * @example [
             *       "EN"
             *     ]
             */
            language: string[];
            /**
             * The ISBN-13 of this edition, or null.
             * @example 9780306406157
             */
            isbn?: string | null;
            /** The imprint under which the book appears; set by the service. */
            readonly imprint: {
                /**
                 * Format: uuid
                 * The id of the imprint.
                 * @example 58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246
                 */
                id: string;
                /**
                 * The name of the imprint.
                 * @example Harbour Lane Press
                 */
                name: string;
            };
            /**
             * The description that shops show.
             * @example A trader walks the old salt road one last time.
             */
            description: string;
            /**
             * Subject category codes. The document does not show the scheme.
             * @example [
             *       "FIC014000"
             *     ]
             */
            category: string[];
            /**
             * Search words. The document does not show this property for a book without any.
             * @example [
             *       "caravan",
             *       "desert"
             *     ]
             */
            keyword?: string[] | null;
            /**
             * The rights holder. The document uses `SELF` and shows no other value.
             * @example SELF
             */
            copyright: string;
            /**
             * The territories in which the book may be sold. The document uses `ALL`.
             * @example [
             *       "ALL"
             *     ]
             */
            saleTerritory: string[];
            /**
             * Format: date
             * The day the book comes out, as `YYYY-MM-DD`.
             * @example 2027-03-15
             */
            publicationDate: string;
            /**
             * Whether content and metadata are final; false on a new book.
             * @example false
             */
            isFinalVersion: boolean;
            /** The people who made the book. */
            contributor: components["schemas"]["Contributor"][];
            /** The prices of the book, one entry per currency. */
            price: components["schemas"]["Price"][];
            /**
             * The audience of the book, or null. The document does not show its type.
             * @example null
             */
            audience: unknown;
            /**
             * Properties of an ebook. The two booleans have placeholder names; a service may name
             *     them after its stores.
             */
            ebookDetails?: ({
                /**
                 * The number of pages of the ebook.
                 * @example 212
                 */
                pageCount?: number;
                /**
                 * Whether the book takes part in a store's program. The name is a placeholder.
                 * @example false
                 */
                programEnrolled?: boolean;
                /**
                 * Whether a store already sells the book. The name is a placeholder.
                 * @example false
                 */
                publishedOnRetailer?: boolean;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * Properties of a print-on-demand book; null for other books. The document does not show them.
             * @example null
             */
            podDetails?: {
                [key: string]: unknown;
            } | null;
            /** Properties of an audiobook, or null. */
            audioDetails?: {
                /**
                 * Running time of the whole book in seconds.
                 * @example 27840
                 */
                audioLength?: number;
                audioEdition?: components["schemas"]["AudioEdition"];
            } | null;
            /** The attached files; empty on a new book. The document does not show the fields of an entry. */
            readonly files: unknown[];
            /** The chapters of an audiobook; null for other formats. */
            chapters?: components["schemas"]["StoredChapter"][] | null;
        };
        /**
         * New book
         * The properties of a new book. Ten are required, five are optional.
         */
        BookCreate: {
            format: components["schemas"]["Format"];
            /**
             * The title of the book.
             * @example The Salt Road
             */
            title: string;
            /**
             * The subtitle, if there is one.
             * @example A Journey in Nine Letters
             */
            subtitle?: string | null;
            /**
             * An id of the client's choice, by which the book can be looked up.
             * @example cat-2027-0142
             */
            externalId?: string | null;
            /**
             * The languages of the book, as codes in lowercase or uppercase.
             * @example [
             *       "en"
             *     ]
             */
            language: readonly string[];
            /**
             * An ISBN-13 with a correct check digit. Print books should have one.
             * @example 9780306406157
             */
            isbn?: string | null;
            /**
             * The description that shops show.
             * @example A trader walks the old salt road one last time.
             */
            description: string;
            /**
             * Subject category codes.
             * @example [
             *       "FIC014000"
             *     ]
             */
            category: readonly string[];
            /**
             * Search words.
             * @example [
             *       "caravan",
             *       "desert"
             *     ]
             */
            keyword?: readonly string[];
            /**
             * The rights holder; the document uses `SELF`.
             * @example SELF
             */
            copyright: string;
            /**
             * The territories in which the book may be sold; the document uses `ALL`.
             * @example [
             *       "ALL"
             *     ]
             */
            saleTerritory: readonly string[];
            /**
             * Format: date
             * The day the book comes out, as `YYYY-MM-DD`.
             * @example 2027-03-15
             */
            publicationDate: string;
            /** The people who made the book; an audiobook needs a narrator among them. */
            contributor: readonly components["schemas"]["Contributor"][];
            /** The prices of the book, one entry per currency. */
            price: readonly components["schemas"]["Price"][];
            audioDetails?: components["schemas"]["AudioDetails"];
        };
        /**
         * Changes to a book
         * The properties to change. Other properties keep their values. Chapters are replaced by
         *     `sequence`; the document does not say whether any other array replaces the stored one.
         */
        BookUpdate: {
            /**
             * Another format. The document does not say whether it can be changed.
             * @example ebook
             * @enum {string}
             */
            format?: "ebook" | "print" | "audio";
            /**
             * A new title.
             * @example The Salt Road
             */
            title?: string;
            /**
             * A new subtitle.
             * @example A Journey in Ten Letters
             */
            subtitle?: string | null;
            /**
             * Another id of the client's choice. The document does not say whether it can be changed.
             * @example cat-2027-0142
             */
            externalId?: string | null;
            /**
             * The languages of the book, as codes in lowercase or uppercase.
             * @example [
             *       "en"
             *     ]
             */
            language?: readonly string[];
            /**
             * A valid ISBN-13.
             * @example 9780306406157
             */
            isbn?: string | null;
            /**
             * A new description for shops.
             * @example A trader walks the old salt road one last time.
             */
            description?: string;
            /**
             * Subject category codes.
             * @example [
             *       "FIC014000"
             *     ]
             */
            category?: readonly string[];
            /**
             * Search words.
             * @example [
             *       "caravan",
             *       "desert"
             *     ]
             */
            keyword?: readonly string[];
            /**
             * The rights holder.
             * @example SELF
             */
            copyright?: string;
            /**
             * The territories in which the book may be sold.
             * @example [
             *       "ALL"
             *     ]
             */
            saleTerritory?: readonly string[];
            /**
             * Format: date
             * Another day of publication, as `YYYY-MM-DD`.
             * @example 2027-03-15
             */
            publicationDate?: string;
            /**
             * Whether content and metadata are final from now on.
             * @example true
             */
            isFinalVersion?: boolean;
            /** The people who made the book; an audiobook needs a narrator among them. */
            contributor?: readonly components["schemas"]["Contributor"][];
            /** The prices of the book, one entry per currency. */
            price?: readonly components["schemas"]["Price"][];
            audioDetails?: components["schemas"]["AudioDetails"];
            /** Chapters to replace or to add, distinguished by `sequence`. */
            chapters?: readonly components["schemas"]["Chapter"][];
        };
        /**
         * Contributor
         * A contributor to the book, with a role.
         */
        Contributor: {
            /**
             * Given name.
             * @example Ines
             */
            firstName: string;
            /**
             * Family name.
             * @example Aldana
             */
            lastName: string;
            /**
             * What the person did. The document uses `Author`, `Editor` and `Narrated by`; other
             *     values are not shown.
             * @example Author
             * @example Editor
             * @example Narrated by
             */
            role: string;
        };
        /**
         * Price
         * The price of the book in one currency.
         */
        Price: {
            /**
             * A currency code, for example EUR.
             * @example USD
             * @example EUR
             * @example GBP
             */
            currency: string;
            /**
             * The amount.
             * @example 9.99
             */
            price: number;
        };
        /**
         * Audiobook details
         * Properties of an audiobook.
         */
        AudioDetails: {
            /**
             * Running time of the whole book in seconds.
             * @example 27840
             */
            audioLength?: number;
            audioEdition?: components["schemas"]["AudioEdition"];
        } | null;
        /**
         * Audio edition
         * Whether the reading is unabridged or abridged.
         * @example UBR
         * @enum {string}
         */
        AudioEdition: "UBR" | "ABR";
        /**
         * Chapter to set
         * One chapter of an audiobook, mapped to one attached audio file.
         */
        Chapter: {
            /**
             * Format: uuid
             * The id of the chapter's `audio_content` file, which is attached to this book.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            fileId: string;
            /**
             * The chapter's position, counted from 1. An entry with an existing position replaces that
             *     chapter.
             * @example 1
             */
            sequence: number;
            /**
             * The title to display.
             * @example Départ
             */
            title: string;
            /**
             * The title in ASCII, for titles with other characters.
             * @example Depart
             */
            titleAscii?: string;
        };
        /**
         * Chapter
         * One stored chapter of an audiobook.
         */
        StoredChapter: {
            /**
             * Format: uuid
             * The id of the chapter's audio file.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            fileId: string;
            /**
             * The chapter's position, counted from 1.
             * @example 1
             */
            sequence: number;
            /**
             * The title to display.
             * @example Départ
             */
            title: string;
            /**
             * The title in ASCII, if there is one.
             * @example Depart
             */
            titleAscii?: string | null;
        };
        /**
         * File role
         * The role of a file: `ebook_*` for ebooks, `audio_*` for audiobooks, `pod_*` for print books.
         * @example audio_content
         * @enum {string}
         */
        FileRole: "ebook_content" | "ebook_cover" | "audio_content" | "audio_cover" | "pod_content" | "pod_cover";
        /**
         * File upload descriptor
         * A file that is about to be uploaded.
         */
        FileUploadDescriptor: {
            /**
             * A label of the client's choice, repeated in the enveloped response.
             * @example track-1
             */
            referenceId: string;
            role: components["schemas"]["FileRole"];
            /**
             * The original name of the file.
             * @example 01-departure.mp3
             */
            filename: string;
            /**
             * The SHA-256 of the file's bytes in hexadecimal.
             * @example 7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed
             */
            hashSha256: string;
        };
        /**
         * Grants in an envelope (walkthrough)
         * One grant for each descriptor, with label and role repeated.
         */
        GrantEnvelope: {
            /** The grants. */
            data: components["schemas"]["Grant"][];
        };
        /**
         * File upload grant
         * The permission to upload one file.
         */
        Grant: {
            /**
             * Format: uuid
             * The id that attach and chapters take as `fileId`.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            id: string;
            /**
             * Always `book-file-upload`.
             * @example book-file-upload
             * @constant
             */
            type: "book-file-upload";
            /** The URL and deadline of the upload, and its descriptor. */
            attributes: {
                /**
                 * The label of the descriptor.
                 * @example track-1
                 */
                referenceId: string;
                /**
                 * The role of the descriptor.
                 * @example audio_content
                 * @enum {string}
                 */
                role: "ebook_content" | "ebook_cover" | "audio_content" | "audio_cover" | "pod_content" | "pod_cover";
                /**
                 * The presigned URL for the PUT, to be used unchanged.
                 * @example http://127.0.0.1:4021/uploads/e2b64a90?expires=2084000400&signature=c93a
                 */
                url: string;
                /**
                 * The time at which the URL expires, in UTC.
                 * @example 2036-01-15T09:00:00.000Z
                 */
                expiresAt: components["schemas"]["Instant"];
            };
        };
        /**
         * Grants as a bare list (reference)
         * One grant for each descriptor, without label and role.
         */
        GrantList: components["schemas"]["BareGrant"][];
        /**
         * Bare file upload grant
         * The permission to upload one file.
         */
        BareGrant: {
            /**
             * Format: uuid
             * The id that attach and chapters take as `fileId`.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            id: string;
            /**
             * The presigned URL for the PUT, to be used unchanged.
             * @example http://127.0.0.1:4021/uploads/e2b64a90?expires=2084000400&signature=c93a
             */
            url: string;
            /**
             * The time at which the URL expires, in UTC.
             * @example 2036-01-15T09:00:00.000Z
             */
            expiresAt: components["schemas"]["Instant"];
        };
        /**
         * Time in UTC
         * An ISO 8601 time in UTC, in any of its forms. The document does not say more, so this is not only
         *     the form of RFC 3339.
         * @example 2026-11-02T14:05:31.000Z
         */
        Instant: string;
        /**
         * File to attach
         * The values of the upload request.
         */
        AttachRequest: {
            /**
             * The original name of the file.
             * @example 01-departure.mp3
             */
            filename: string;
            /**
             * The SHA-256 of the file's bytes in hexadecimal.
             * @example 7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed
             */
            hashSha256: string;
        };
        /**
         * Page of books
         * One page of books, its position in the list, and links to other pages.
         */
        BookList: {
            /** The books of this page. */
            data: components["schemas"]["BookListItem"][];
            /** The position of this page in the list. */
            meta: {
                /**
                 * The number of books in the whole list.
                 * @example 3
                 */
                total: number;
                /**
                 * The number of this page.
                 * @example 1
                 */
                page: number;
                /**
                 * The maximum number of books on a page.
                 * @example 2
                 */
                perPage: number;
                /**
                 * The number of the last page.
                 * @example 2
                 */
                lastPage: number;
            };
            /** Links to this page and the pages next to it. The document does not say whether they are absolute. */
            links: {
                /**
                 * This page.
                 * @example /v2/distribution/books?page=1&perPage=2
                 */
                self: string;
                /**
                 * The next page; null on the last one.
                 * @example /v2/distribution/books?page=2&perPage=2
                 */
                next: string | null;
                /**
                 * The previous page, or null.
                 * @example null
                 */
                prev: string | null;
            };
        };
        /**
         * Book in a list
         * A book in the short form of the list.
         */
        BookListItem: {
            /**
             * Format: uuid
             * The id that paths take as `bookPublicId`.
             * @example 3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90
             */
            id: string;
            /**
             * Always `book`.
             * @example book
             * @constant
             */
            type: "book";
            /** The properties of a book in the list. */
            attributes: {
                /**
                 * The id that the client chose for the book.
                 * @example cat-2027-0142
                 */
                externalId?: string | null;
                /**
                 * The kind of product.
                 * @example ebook
                 * @enum {string}
                 */
                format: "ebook" | "print" | "audio";
                /**
                 * The title of the book.
                 * @example The Salt Road
                 */
                title: string;
                /**
                 * The subtitle, if there is one.
                 * @example A Journey in Nine Letters
                 */
                subtitle?: string | null;
                /**
                 * The title of the series, if there is one.
                 * @example null
                 */
                seriesTitle?: string | null;
                /**
                 * The book's place in the series, or null. The document does not show its type.
                 * @example null
                 */
                seriesNumber?: unknown;
                /**
                 * An identifier of the product, if it has one.
                 * @example 9780306406157
                 */
                productIdentifier?: string | null;
                /**
                 * The kind of identifier. The document does not show the values.
                 * @example ISBN13
                 */
                productIdentifierType?: string | null;
                /**
                 * The authors, as names to display.
                 * @example [
                 *       "Ines Aldana"
                 *     ]
                 */
                authors: string[];
                /**
                 * The languages of the book, as uppercase codes.
                 * @example [
                 *       "EN"
                 *     ]
                 */
                language: string[];
                /**
                 * The status of the book; the same values as on the full book.
                 * @example draft
                 * @example published
                 * @example in_review
                 * @example withdrawn
                 * @example action_needed
                 */
                status: string;
                /**
                 * When the record was created, in UTC.
                 * @example 2026-11-02T14:05:31.000Z
                 */
                createdAt: components["schemas"]["Instant"];
                /**
                 * When the record last changed, in UTC.
                 * @example 2026-11-09T08:12:07.000Z
                 */
                updatedAt: components["schemas"]["Instant"];
            };
        };
        /**
         * Problem
         * A description of an error, with the invalid fields.
         */
        Problem: {
            /**
             * The type of the problem, if the service gives one.
             * @example about:blank
             */
            type?: string;
            /**
             * The kind of error in a few words.
             * @example Bad Request
             */
            title: string;
            /**
             * The HTTP status, repeated.
             * @example 400
             */
            status: number;
            /**
             * What is wrong with this request.
             * @example The request does not match the schema.
             */
            detail: string;
            /**
             * The path of the request.
             * @example /v2/distribution/books
             */
            instance: string;
            /** The invalid fields; may be empty. */
            invalidParams: {
                /**
                 * The field. In a batch the index comes first, so `0.role` is the role of the
                 *     first item.
                 * @example 0.role
                 */
                name: string;
                /**
                 * The reason why the field is invalid.
                 * @example must be at most 100
                 */
                reason: string;
            }[];
        };
        /**
         * Refusal of a delete
         * A Problem object whose `detail` gives the reason. The document does not say whether it has `invalidParams`.
         */
        DeleteRefusal: {
            type?: components["schemas"]["Problem"]["type"];
            title: components["schemas"]["Problem"]["title"];
            status: components["schemas"]["Problem"]["status"];
            detail: components["schemas"]["Problem"]["detail"];
            instance: components["schemas"]["Problem"]["instance"];
            invalidParams?: components["schemas"]["Problem"]["invalidParams"];
        };
        /**
         * Message
         * One sentence about the error; used by some 404 and checksum errors.
         */
        Message: {
            /**
             * The sentence.
             * @example Book not found.
             */
            message: string;
        };
        /**
         * Empty object
         * An empty object.
         */
        Empty: {
            [key: string]: unknown;
        };
    };
    responses: {
        /**
         * The key is missing or not valid. In the document's examples the body is not a Problem; the
         *     document does not show another form.
         */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** An id in the path is not a UUID, or the body is not JSON. */
        InvalidPath: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** The book does not exist. The body is a message or a Problem object. */
        BookNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"] | components["schemas"]["Problem"];
                "application/problem+json": components["schemas"]["Message"] | components["schemas"]["Problem"];
            };
        };
        /**
         * The presigned URL has already been used. The document lists this response for the upload flow
         *     without naming the call, and does not show a body.
         */
        UrlUsed: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** The id that the service gave the book when it was created. */
        BookPublicId: string;
        /** The id of the file's grant. */
        FileId: string;
    };
    requestBodies: {
        /** An empty object. The document does not say whether it is required. */
        Nothing: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type Format = components['schemas']['Format'];
export type Book = components['schemas']['Book'];
export type BookResource = components['schemas']['BookResource'];
export type BookReceipt = components['schemas']['BookReceipt'];
export type BookAttributes = components['schemas']['BookAttributes'];
export type BookCreate = components['schemas']['BookCreate'];
export type BookUpdate = components['schemas']['BookUpdate'];
export type Contributor = components['schemas']['Contributor'];
export type Price = components['schemas']['Price'];
export type AudioDetails = components['schemas']['AudioDetails'];
export type AudioEdition = components['schemas']['AudioEdition'];
export type Chapter = components['schemas']['Chapter'];
export type StoredChapter = components['schemas']['StoredChapter'];
export type FileRole = components['schemas']['FileRole'];
export type FileUploadDescriptor = components['schemas']['FileUploadDescriptor'];
export type GrantEnvelope = components['schemas']['GrantEnvelope'];
export type Grant = components['schemas']['Grant'];
export type GrantList = components['schemas']['GrantList'];
export type BareGrant = components['schemas']['BareGrant'];
export type Instant = components['schemas']['Instant'];
export type AttachRequest = components['schemas']['AttachRequest'];
export type BookList = components['schemas']['BookList'];
export type BookListItem = components['schemas']['BookListItem'];
export type Problem = components['schemas']['Problem'];
export type DeleteRefusal = components['schemas']['DeleteRefusal'];
export type Message = components['schemas']['Message'];
export type Empty = components['schemas']['Empty'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseInvalidPath = components['responses']['InvalidPath'];
export type ResponseBookNotFound = components['responses']['BookNotFound'];
export type ResponseUrlUsed = components['responses']['UrlUsed'];
export type ParameterBookPublicId = components['parameters']['BookPublicId'];
export type ParameterFileId = components['parameters']['FileId'];
export type RequestBodyNothing = components['requestBodies']['Nothing'];
export type $defs = Record<string, never>;
export interface operations {
    listBooks: {
        parameters: {
            query?: {
                /** The number of the page, counted from 1. */
                page?: number;
                /** The maximum number of books on a page. */
                perPage?: number;
                /** The sort key. */
                sort?: "createdAt" | "title" | "productIdentifier";
                /** Only books of this format. */
                format?: components["schemas"]["Format"];
                /** Only books with this language code. The document does not say whether case matters. */
                language?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookList"];
                };
            };
            /** A query value is not one that its parameter allows. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
        };
    };
    createBook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The properties of the new book. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookCreate"];
            };
        };
        responses: {
            /** The book was created, as a draft. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Book"] | components["schemas"]["BookReceipt"];
                };
            };
            /** A property is missing or of the wrong type, or the body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** The ISBN or the date is not valid, or an audiobook has no narrator. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The whole book. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Book"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookNotFound"];
        };
    };
    deleteBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /** An empty object. The document does not say whether it is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** The id in the path is not a UUID, or the body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookNotFound"];
            /** The status of the book does not allow a delete. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["DeleteRefusal"];
                    "application/json": components["schemas"]["DeleteRefusal"];
                };
            };
            /** The book was deleted. The document shows neither the exact status nor a body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /** The properties to change, and only those. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookUpdate"];
            };
        };
        responses: {
            /** The book was changed and is a draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Book"] | components["schemas"]["BookReceipt"];
                };
            };
            /** A property is of the wrong type, a chapter is incomplete, or the body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookNotFound"];
            /**
             * The ISBN or the date is not valid, an audiobook has no narrator, or the file of a chapter
             *     is not an attached track of this book.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookUpBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the client chose for the book, percent-encoded as one path segment. */
                bookExternalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The whole book. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Book"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** No book has this external id. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestUploads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /** One descriptor for each file. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileUploadDescriptor"][];
            };
        };
        responses: {
            /** One grant for each descriptor. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantEnvelope"] | components["schemas"]["GrantList"];
                };
            };
            /** A descriptor is incomplete, or its role does not fit the format of the book. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookNotFound"];
            409: components["responses"]["UrlUsed"];
        };
    };
    putFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * Everything after the origin of the presigned URL, including slashes and query. It is a
                 *     parameter only because a path template cannot express "any URL".
                 */
                presignedUrl: string;
            };
            cookie?: never;
        };
        /** The unchanged bytes of the file. */
        requestBody: {
            content: {
                "audio/mpeg": unknown;
                "image/jpeg": unknown;
                "application/epub+zip": unknown;
                "*/*": unknown;
            };
        };
        responses: {
            409: components["responses"]["UrlUsed"];
            /**
             * Defined by the storage, not by the service: any 2xx for bytes that were sent in time, or
             *     an error in the form of that storage.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    attachFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
                /** The id of the file's grant. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** Name and hash of the file, the same as in the upload request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachRequest"];
            };
        };
        responses: {
            /** The file is attached. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            /**
             * A property is missing or of the wrong type, or the body is not JSON. The document does
             *     not give the status of a checksum error that contains only a `message`, so it may be 400.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"] | components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** There is no such book, or no such file for it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"] | components["schemas"]["Problem"];
                    "application/problem+json": components["schemas"]["Message"] | components["schemas"]["Problem"];
                };
            };
            409: components["responses"]["UrlUsed"];
            /**
             * The hash does not match the uploaded bytes. The document shows two bodies for this error:
             *     a Problem, or only a message.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] | components["schemas"]["Message"];
                    "application/json": components["schemas"]["Problem"] | components["schemas"]["Message"];
                };
            };
        };
    };
    publishBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** The book is queued for distribution. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookNotFound"];
            /** The book fails the final validation. Its status does not change. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unpublishBook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** The id in the path is not a UUID, or the body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookNotFound"];
            /** The book is withdrawn. The document shows neither the exact status nor a body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
