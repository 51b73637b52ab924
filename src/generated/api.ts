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
         * @description Returns the account's books one page at a time. Follow `links.next` until it is null. The
         *     document does not show the direction of each sort key.
         */
        get: operations["listBooks"];
        put?: never;
        /**
         * Create a book
         * @description Creates a book as a draft without files that is not a final version. The document shows two
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /**
         * Read a book
         * @description Returns the whole book with this id. A read changes nothing.
         */
        get: operations["readBook"];
        put?: never;
        post?: never;
        /**
         * Delete a book
         * @description Deletes the book, unless its status does not allow it. The document does not show which
         *     statuses these are, or the status and body of a successful response. Its example sends an
         *     empty object.
         */
        delete: operations["deleteBook"];
        options?: never;
        head?: never;
        /**
         * Update a book
         * @description Changes the properties that are sent and keeps all others. Afterwards the book is a draft,
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
         * @description Returns the whole book that has this external id. If no book has it, the response is 422, not
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request upload URLs
         * @description Returns a presigned URL with a deadline for each descriptor. The status of the book does not
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
         * @description Sends the raw bytes to the unchanged URL of a grant, before its deadline. This call goes to
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
                /** @description The id of the file's grant. */
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
         * @description Makes an uploaded file part of the book if the declared hash matches the bytes that arrived.
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a book
         * @description Validates the book one last time and queues it for the stores that the account's territory
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a book
         * @description Withdraws a published book from the stores. The document does not show the status and body of
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
         * @description The kind of product.
         * @example ebook
         * @enum {string}
         */
        Format: "ebook" | "print" | "audio";
        /**
         * Full book (reference)
         * @description The whole book in its envelope.
         */
        Book: {
            data: components["schemas"]["BookResource"];
        };
        /**
         * Book resource
         * @description A book with its id.
         */
        BookResource: {
            /**
             * Format: uuid
             * @description The id that paths take as `bookPublicId`.
             * @example 3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90
             */
            id: string;
            /**
             * @description Always `book`.
             * @example book
             * @constant
             */
            type: "book";
            attributes: components["schemas"]["BookAttributes"];
        };
        /**
         * Book id alone (walkthrough)
         * @description Only the id of the book that was created or updated.
         */
        BookReceipt: {
            /**
             * Format: uuid
             * @description The id that paths take as `bookPublicId`.
             * @example 3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90
             */
            bookId: string;
        };
        /**
         * Book attributes
         * @description All properties of a book. A property that may be null may also be absent,
         *     except for `series` and `audience`, which are always there.
         */
        BookAttributes: {
            /**
             * @description The kind of product.
             * @example ebook
             * @enum {string}
             */
            format: "ebook" | "print" | "audio";
            /**
             * @description The status of the book. The document names `draft`, `published`, `in_review`,
             *     `withdrawn` and `action_needed`, and does not say that there are no others.
             * @example draft
             * @example published
             * @example in_review
             * @example withdrawn
             * @example action_needed
             */
            readonly status: string;
            /**
             * @description The title of the book.
             * @example The Salt Road
             */
            title: string;
            /**
             * @description The id that the client chose for the book.
             * @example cat-2027-0142
             */
            externalId?: string | null;
            /**
             * @description The subtitle, if there is one.
             * @example A Journey in Nine Letters
             */
            subtitle?: string | null;
            /**
             * @description The series that the book belongs to, or null. The document does not show its type.
             * @example null
             */
            series: unknown;
            /**
             * @description The languages of the book, as uppercase codes.
             * @example [
             *       "EN"
             *     ]
             */
            language: string[];
            /**
             * @description The ISBN-13 of this edition, or null.
             * @example 9780306406157
             */
            isbn?: string | null;
            /** @description The imprint under which the book appears; set by the service. */
            readonly imprint: {
                /**
                 * Format: uuid
                 * @description The id of the imprint.
                 * @example 58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246
                 */
                id: string;
                /**
                 * @description The name of the imprint.
                 * @example Harbour Lane Press
                 */
                name: string;
            };
            /**
             * @description The description that shops show.
             * @example A trader walks the old salt road one last time.
             */
            description: string;
            /**
             * @description Subject category codes. The document does not show the scheme.
             * @example [
             *       "FIC014000"
             *     ]
             */
            category: string[];
            /**
             * @description Search words. The document does not show this property for a book without any.
             * @example [
             *       "caravan",
             *       "desert"
             *     ]
             */
            keyword?: string[] | null;
            /**
             * @description The rights holder. The document uses `SELF` and shows no other value.
             * @example SELF
             */
            copyright: string;
            /**
             * @description The territories in which the book may be sold. The document uses `ALL`.
             * @example [
             *       "ALL"
             *     ]
             */
            saleTerritory: string[];
            /**
             * Format: date
             * @description The day the book comes out, as `YYYY-MM-DD`.
             * @example 2027-03-15
             */
            publicationDate: string;
            /**
             * @description Whether content and metadata are final; false on a new book.
             * @example false
             */
            isFinalVersion: boolean;
            /** @description The people who made the book. */
            contributor: components["schemas"]["Contributor"][];
            /** @description The prices of the book, one entry per currency. */
            price: components["schemas"]["Price"][];
            /**
             * @description The audience of the book, or null. The document does not show its type.
             * @example null
             */
            audience: unknown;
            /**
             * @description Properties of an ebook. The two booleans have placeholder names; a service may name
             *     them after its stores.
             */
            ebookDetails?: ({
                /**
                 * @description The number of pages of the ebook.
                 * @example 212
                 */
                pageCount?: number;
                /**
                 * @description Whether the book takes part in a store's program. The name is a placeholder.
                 * @example false
                 */
                programEnrolled?: boolean;
                /**
                 * @description Whether a store already sells the book. The name is a placeholder.
                 * @example false
                 */
                publishedOnRetailer?: boolean;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @description Properties of a print-on-demand book; null for other books. The document does not show them.
             * @example null
             */
            podDetails?: {
                [key: string]: unknown;
            } | null;
            /** @description Properties of an audiobook, or null. */
            audioDetails?: {
                /**
                 * @description Running time of the whole book in seconds.
                 * @example 27840
                 */
                audioLength?: number;
                audioEdition?: components["schemas"]["AudioEdition"];
            } | null;
            /** @description The attached files; empty on a new book. The document does not show the fields of an entry. */
            readonly files: unknown[];
            /** @description The chapters of an audiobook; null for other formats. */
            chapters?: components["schemas"]["StoredChapter"][] | null;
        };
        /**
         * New book
         * @description The properties of a new book. Ten are required, five are optional.
         */
        BookCreate: {
            format: components["schemas"]["Format"];
            /**
             * @description The title of the book.
             * @example The Salt Road
             */
            title: string;
            /**
             * @description The subtitle, if there is one.
             * @example A Journey in Nine Letters
             */
            subtitle?: string | null;
            /**
             * @description An id of the client's choice, by which the book can be looked up.
             * @example cat-2027-0142
             */
            externalId?: string | null;
            /**
             * @description The languages of the book, as codes in lowercase or uppercase.
             * @example [
             *       "en"
             *     ]
             */
            language: string[];
            /**
             * @description An ISBN-13 with a correct check digit. Print books should have one.
             * @example 9780306406157
             */
            isbn?: string | null;
            /**
             * @description The description that shops show.
             * @example A trader walks the old salt road one last time.
             */
            description: string;
            /**
             * @description Subject category codes.
             * @example [
             *       "FIC014000"
             *     ]
             */
            category: string[];
            /**
             * @description Search words.
             * @example [
             *       "caravan",
             *       "desert"
             *     ]
             */
            keyword?: string[];
            /**
             * @description The rights holder; the document uses `SELF`.
             * @example SELF
             */
            copyright: string;
            /**
             * @description The territories in which the book may be sold; the document uses `ALL`.
             * @example [
             *       "ALL"
             *     ]
             */
            saleTerritory: string[];
            /**
             * Format: date
             * @description The day the book comes out, as `YYYY-MM-DD`.
             * @example 2027-03-15
             */
            publicationDate: string;
            /** @description The people who made the book; an audiobook needs a narrator among them. */
            contributor: components["schemas"]["Contributor"][];
            /** @description The prices of the book, one entry per currency. */
            price: components["schemas"]["Price"][];
            audioDetails?: components["schemas"]["AudioDetails"];
        };
        /**
         * Changes to a book
         * @description The properties to change. Other properties keep their values. Chapters are replaced by
         *     `sequence`; the document does not say whether any other array replaces the stored one.
         */
        BookUpdate: {
            /**
             * @description Another format. The document does not say whether it can be changed.
             * @example ebook
             * @enum {string}
             */
            format?: "ebook" | "print" | "audio";
            /**
             * @description A new title.
             * @example The Salt Road
             */
            title?: string;
            /**
             * @description A new subtitle.
             * @example A Journey in Ten Letters
             */
            subtitle?: string | null;
            /**
             * @description Another id of the client's choice. The document does not say whether it can be changed.
             * @example cat-2027-0142
             */
            externalId?: string | null;
            /**
             * @description The languages of the book, as codes in lowercase or uppercase.
             * @example [
             *       "en"
             *     ]
             */
            language?: string[];
            /**
             * @description A valid ISBN-13.
             * @example 9780306406157
             */
            isbn?: string | null;
            /**
             * @description A new description for shops.
             * @example A trader walks the old salt road one last time.
             */
            description?: string;
            /**
             * @description Subject category codes.
             * @example [
             *       "FIC014000"
             *     ]
             */
            category?: string[];
            /**
             * @description Search words.
             * @example [
             *       "caravan",
             *       "desert"
             *     ]
             */
            keyword?: string[];
            /**
             * @description The rights holder.
             * @example SELF
             */
            copyright?: string;
            /**
             * @description The territories in which the book may be sold.
             * @example [
             *       "ALL"
             *     ]
             */
            saleTerritory?: string[];
            /**
             * Format: date
             * @description Another day of publication, as `YYYY-MM-DD`.
             * @example 2027-03-15
             */
            publicationDate?: string;
            /**
             * @description Whether content and metadata are final from now on.
             * @example true
             */
            isFinalVersion?: boolean;
            /** @description The people who made the book; an audiobook needs a narrator among them. */
            contributor?: components["schemas"]["Contributor"][];
            /** @description The prices of the book, one entry per currency. */
            price?: components["schemas"]["Price"][];
            audioDetails?: components["schemas"]["AudioDetails"];
            /** @description Chapters to replace or to add, distinguished by `sequence`. */
            chapters?: components["schemas"]["Chapter"][];
        };
        /**
         * Contributor
         * @description A contributor to the book, with a role.
         */
        Contributor: {
            /**
             * @description Given name.
             * @example Ines
             */
            firstName: string;
            /**
             * @description Family name.
             * @example Aldana
             */
            lastName: string;
            /**
             * @description What the person did. The document uses `Author`, `Editor` and `Narrated by`; other
             *     values are not shown.
             * @example Author
             * @example Editor
             * @example Narrated by
             */
            role: string;
        };
        /**
         * Price
         * @description The price of the book in one currency.
         */
        Price: {
            /**
             * @description A currency code, for example EUR.
             * @example USD
             * @example EUR
             * @example GBP
             */
            currency: string;
            /**
             * @description The amount.
             * @example 9.99
             */
            price: number;
        };
        /**
         * Audiobook details
         * @description Properties of an audiobook.
         */
        AudioDetails: {
            /**
             * @description Running time of the whole book in seconds.
             * @example 27840
             */
            audioLength?: number;
            audioEdition?: components["schemas"]["AudioEdition"];
        } | null;
        /**
         * Audio edition
         * @description Whether the reading is unabridged or abridged.
         * @example UBR
         * @enum {string}
         */
        AudioEdition: "UBR" | "ABR";
        /**
         * Chapter to set
         * @description One chapter of an audiobook, mapped to one attached audio file.
         */
        Chapter: {
            /**
             * Format: uuid
             * @description The id of the chapter's `audio_content` file, which is attached to this book.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            fileId: string;
            /**
             * @description The chapter's position, counted from 1. An entry with an existing position replaces that
             *     chapter.
             * @example 1
             */
            sequence: number;
            /**
             * @description The title to display.
             * @example Départ
             */
            title: string;
            /**
             * @description The title in ASCII, for titles with other characters.
             * @example Depart
             */
            titleAscii?: string;
        };
        /**
         * Chapter
         * @description One stored chapter of an audiobook.
         */
        StoredChapter: {
            /**
             * Format: uuid
             * @description The id of the chapter's audio file.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            fileId: string;
            /**
             * @description The chapter's position, counted from 1.
             * @example 1
             */
            sequence: number;
            /**
             * @description The title to display.
             * @example Départ
             */
            title: string;
            /**
             * @description The title in ASCII, if there is one.
             * @example Depart
             */
            titleAscii?: string | null;
        };
        /**
         * File role
         * @description The role of a file: `ebook_*` for ebooks, `audio_*` for audiobooks, `pod_*` for print books.
         * @example audio_content
         * @enum {string}
         */
        FileRole: "ebook_content" | "ebook_cover" | "audio_content" | "audio_cover" | "pod_content" | "pod_cover";
        /**
         * File upload descriptor
         * @description A file that is about to be uploaded.
         */
        FileUploadDescriptor: {
            /**
             * @description A label of the client's choice, repeated in the enveloped response.
             * @example track-1
             */
            referenceId: string;
            role: components["schemas"]["FileRole"];
            /**
             * @description The original name of the file.
             * @example 01-departure.mp3
             */
            filename: string;
            /**
             * @description The SHA-256 of the file's bytes in hexadecimal.
             * @example 7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed
             */
            hashSha256: string;
        };
        /**
         * Grants in an envelope (walkthrough)
         * @description One grant for each descriptor, with label and role repeated.
         */
        GrantEnvelope: {
            /** @description The grants. */
            data: components["schemas"]["Grant"][];
        };
        /**
         * File upload grant
         * @description The permission to upload one file.
         */
        Grant: {
            /**
             * Format: uuid
             * @description The id that attach and chapters take as `fileId`.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            id: string;
            /**
             * @description Always `book-file-upload`.
             * @example book-file-upload
             * @constant
             */
            type: "book-file-upload";
            /** @description The URL and deadline of the upload, and its descriptor. */
            attributes: {
                /**
                 * @description The label of the descriptor.
                 * @example track-1
                 */
                referenceId: string;
                /**
                 * @description The role of the descriptor.
                 * @example audio_content
                 * @enum {string}
                 */
                role: "ebook_content" | "ebook_cover" | "audio_content" | "audio_cover" | "pod_content" | "pod_cover";
                /**
                 * @description The presigned URL for the PUT, to be used unchanged.
                 * @example http://127.0.0.1:4021/uploads/e2b64a90?expires=2084000400&signature=c93a
                 */
                url: string;
                expiresAt: components["schemas"]["Deadline"];
            };
        };
        /**
         * Grants as a bare list (reference)
         * @description One grant for each descriptor, without label and role.
         */
        GrantList: components["schemas"]["BareGrant"][];
        /**
         * Bare file upload grant
         * @description The permission to upload one file.
         */
        BareGrant: {
            /**
             * Format: uuid
             * @description The id that attach and chapters take as `fileId`.
             * @example e2b64a90-1c7d-4e85-9f3b-60d8a2c41f77
             */
            id: string;
            /**
             * @description The presigned URL for the PUT, to be used unchanged.
             * @example http://127.0.0.1:4021/uploads/e2b64a90?expires=2084000400&signature=c93a
             */
            url: string;
            expiresAt: components["schemas"]["Deadline"];
        };
        /**
         * Deadline of an upload
         * Format: date-time
         * @description The time at which the URL expires, in UTC.
         * @example 2036-01-15T09:00:00.000Z
         */
        Deadline: string;
        /**
         * File to attach
         * @description The values of the upload request.
         */
        AttachRequest: {
            /**
             * @description The original name of the file.
             * @example 01-departure.mp3
             */
            filename: string;
            /**
             * @description The SHA-256 of the file's bytes in hexadecimal.
             * @example 7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed
             */
            hashSha256: string;
        };
        /**
         * Page of books
         * @description One page of books, its position in the list, and links to other pages.
         */
        BookList: {
            /** @description The books of this page. */
            data: components["schemas"]["BookListItem"][];
            /** @description The position of this page in the list. */
            meta: {
                /**
                 * @description The number of books in the whole list.
                 * @example 3
                 */
                total: number;
                /**
                 * @description The number of this page.
                 * @example 1
                 */
                page: number;
                /**
                 * @description The maximum number of books on a page.
                 * @example 2
                 */
                perPage: number;
                /**
                 * @description The number of the last page.
                 * @example 2
                 */
                lastPage: number;
            };
            /** @description Links to this page and the pages next to it. The document does not say whether they are absolute. */
            links: {
                /**
                 * @description This page.
                 * @example /v2/distribution/books?page=1&perPage=2
                 */
                self: string;
                /**
                 * @description The next page; null on the last one.
                 * @example /v2/distribution/books?page=2&perPage=2
                 */
                next: string | null;
                /**
                 * @description The previous page, or null.
                 * @example null
                 */
                prev: string | null;
            };
        };
        /**
         * Book in a list
         * @description A book in the short form of the list.
         */
        BookListItem: {
            /**
             * Format: uuid
             * @description The id that paths take as `bookPublicId`.
             * @example 3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90
             */
            id: string;
            /**
             * @description Always `book`.
             * @example book
             * @constant
             */
            type: "book";
            /** @description The properties of a book in the list. */
            attributes: {
                /**
                 * @description The id that the client chose for the book.
                 * @example cat-2027-0142
                 */
                externalId?: string | null;
                /**
                 * @description The kind of product.
                 * @example ebook
                 * @enum {string}
                 */
                format: "ebook" | "print" | "audio";
                /**
                 * @description The title of the book.
                 * @example The Salt Road
                 */
                title: string;
                /**
                 * @description The subtitle, if there is one.
                 * @example A Journey in Nine Letters
                 */
                subtitle?: string | null;
                /**
                 * @description The title of the series, if there is one.
                 * @example null
                 */
                seriesTitle?: string | null;
                /**
                 * @description The book's place in the series, or null. The document does not show its type.
                 * @example null
                 */
                seriesNumber?: unknown;
                /**
                 * @description An identifier of the product, if it has one.
                 * @example 9780306406157
                 */
                productIdentifier?: string | null;
                /**
                 * @description The kind of identifier. The document does not show the values.
                 * @example ISBN13
                 */
                productIdentifierType?: string | null;
                /**
                 * @description The authors, as names to display.
                 * @example [
                 *       "Ines Aldana"
                 *     ]
                 */
                authors: string[];
                /**
                 * @description The languages of the book, as uppercase codes.
                 * @example [
                 *       "EN"
                 *     ]
                 */
                language: string[];
                /**
                 * @description The status of the book; the same values as on the full book.
                 * @example draft
                 * @example published
                 * @example in_review
                 * @example withdrawn
                 * @example action_needed
                 */
                status: string;
                /**
                 * Format: date-time
                 * @description When the record was created, in UTC.
                 * @example 2026-11-02T14:05:31.000Z
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When the record last changed, in UTC.
                 * @example 2026-11-09T08:12:07.000Z
                 */
                updatedAt: string;
            };
        };
        /**
         * Problem
         * @description A description of an error, with the invalid fields.
         */
        Problem: {
            /**
             * @description The type of the problem, if the service gives one.
             * @example about:blank
             */
            type?: string;
            /**
             * @description The kind of error in a few words.
             * @example Bad Request
             */
            title: string;
            /**
             * @description The HTTP status, repeated.
             * @example 400
             */
            status: number;
            /**
             * @description What is wrong with this request.
             * @example The request does not match the schema.
             */
            detail: string;
            /**
             * @description The path of the request.
             * @example /v2/distribution/books
             */
            instance: string;
            /** @description The invalid fields; may be empty. */
            invalidParams: {
                /**
                 * @description The field. In a batch the index comes first, so `0.role` is the role of the
                 *     first item.
                 * @example 0.role
                 */
                name: string;
                /**
                 * @description The reason why the field is invalid.
                 * @example must be at most 100
                 */
                reason: string;
            }[];
        };
        /**
         * Refusal of a delete
         * @description A Problem object whose `detail` gives the reason. The document does not say whether it has `invalidParams`.
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
         * @description One sentence about the error; used by some 404 and checksum errors.
         */
        Message: {
            /**
             * @description The sentence.
             * @example Book not found.
             */
            message: string;
        };
        /**
         * Empty object
         * @description An empty object.
         */
        Empty: {
            [key: string]: unknown;
        };
    };
    responses: {
        /**
         * @description The key is missing or not valid. In the document's examples the body is not a Problem; the
         *     document does not show another form.
         */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description An id in the path is not a UUID, or the body is not JSON. */
        InvalidPath: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The book does not exist. The body is a message or a Problem object. */
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
         * @description The presigned URL has already been used. The document lists this response for the upload flow
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
        /** @description The id that the service gave the book when it was created. */
        BookPublicId: string;
        /** @description The id of the file's grant. */
        FileId: string;
    };
    requestBodies: {
        /** @description An empty object. The document does not say whether it is required. */
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
export type Deadline = components['schemas']['Deadline'];
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
                /** @description The number of the page, counted from 1. */
                page?: number;
                /** @description The maximum number of books on a page. */
                perPage?: number;
                /** @description The sort key. */
                sort?: "createdAt" | "title" | "productIdentifier";
                /** @description Only books of this format. */
                format?: components["schemas"]["Format"];
                /** @description Only books with this language code. The document does not say whether case matters. */
                language?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookList"];
                };
            };
            /** @description A query value is not one that its parameter allows. */
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
        /** @description The properties of the new book. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookCreate"];
            };
        };
        responses: {
            /** @description The book was created, as a draft. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Book"] | components["schemas"]["BookReceipt"];
                };
            };
            /** @description A property is missing or of the wrong type, or the body is not JSON. */
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
            /** @description The ISBN or the date is not valid, or an audiobook has no narrator. */
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole book. */
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /** @description An empty object. The document does not say whether it is required. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Empty"];
            };
        };
        responses: {
            /** @description The id in the path is not a UUID, or the body is not JSON. */
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
            /** @description The status of the book does not allow a delete. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["DeleteRefusal"];
                    "application/json": components["schemas"]["DeleteRefusal"];
                };
            };
            /** @description The book was deleted. The document shows neither the exact status nor a body. */
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /** @description The properties to change, and only those. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookUpdate"];
            };
        };
        responses: {
            /** @description The book was changed and is a draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Book"] | components["schemas"]["BookReceipt"];
                };
            };
            /** @description A property is of the wrong type, a chapter is incomplete, or the body is not JSON. */
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
             * @description The ISBN or the date is not valid, an audiobook has no narrator, or the file of a chapter
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
                /** @description The id that the client chose for the book, percent-encoded as one path segment. */
                bookExternalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole book. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Book"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description No book has this external id. */
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        /** @description One descriptor for each file. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileUploadDescriptor"][];
            };
        };
        responses: {
            /** @description One grant for each descriptor. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantEnvelope"] | components["schemas"]["GrantList"];
                };
            };
            /** @description A descriptor is incomplete, or its role does not fit the format of the book. */
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
                 * @description Everything after the origin of the presigned URL, including slashes and query. It is a
                 *     parameter only because a path template cannot express "any URL".
                 */
                presignedUrl: string;
            };
            cookie?: never;
        };
        /** @description The unchanged bytes of the file. */
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
             * @description Defined by the storage, not by the service: any 2xx for bytes that were sent in time, or
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
                /** @description The id of the file's grant. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** @description Name and hash of the file, the same as in the upload request. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachRequest"];
            };
        };
        responses: {
            /** @description The file is attached. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            /**
             * @description A property is missing or of the wrong type, or the body is not JSON. The document does
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
            /** @description There is no such book, or no such file for it. */
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
             * @description The hash does not match the uploaded bytes. The document shows two bodies for this error:
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The book is queued for distribution. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["BookNotFound"];
            /** @description The book fails the final validation. Its status does not change. */
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
                /** @description The id that the service gave the book when it was created. */
                bookPublicId: components["parameters"]["BookPublicId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The id in the path is not a UUID, or the body is not JSON. */
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
            /** @description The book is withdrawn. The document shows neither the exact status nor a body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
