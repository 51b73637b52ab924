/** Writes every response of the sandbox. Faults replace single presenters. */
import { emptyResponse, jsonResponse, withHeaders, type SandboxResponse } from './response.ts';
import type { Book, Grant } from '../book/index.ts';
import { createBookPresenter, createItemPresenter, createTimePresenter } from './present-book.ts';
import { createListPresenter } from './present-list.ts';
import { createRefusalPresenter } from './present-refusals.ts';
import type { Readings, Rules } from '../readings/index.ts';

/** A grant with its URL. */
export interface SignedGrant {
  readonly grant: Grant;
  readonly url: string;
}

export type Presenters = ReturnType<typeof createPresenters>;

/** Presents a book that was read, created or updated, given its attributes. */
type PresentBookResponse = (book: Book, attributes: unknown) => SandboxResponse;
type PresentGrants = (grants: readonly SignedGrant[]) => SandboxResponse;

/** @param rules called for each response, because a fault may have replaced some rules */
export function createPresenters(readings: Readings, rules: () => Rules) {
  const presentItem = createItemPresenter(readings, rules);
  return {
    /** Attributes of the full book. */
    attributes: createBookPresenter(readings, rules),
    /** A list item. */
    item: (book: Book): unknown => ({ id: book.id, type: 'book', attributes: presentItem(book) }),
    list: createListPresenter(readings, rules),
    read: (book: Book, attributes: unknown) => jsonResponse(200, wrapBook(book, attributes)),
    create: createNewBookPresenter(readings),
    update: (book: Book, attributes: unknown) =>
      jsonResponse(200, bodies[readings['update.response']](book, attributes)),
    grants: createGrantPresenter(readings),
    upload: () => emptyResponse(Number(readings['put.success-status'])),
    attach: (fileId: string) =>
      jsonResponse(200, readings['attach.extra-body-keys'] === 'more' ? { fileId } : {}),
    publish: () => emptyResponse(204),
    unpublish: () => emptyResponse(Number(readings['unpublish.success'])),
    delete: () => emptyResponse(Number(readings['delete.success'])),
    refusal: createRefusalPresenter(readings),
  };
}

function wrapBook({ id }: Book, attributes: unknown) {
  return { data: { id, type: 'book', attributes } };
}

/** The two documented bodies of create and update. */
const bodies = {
  reference: wrapBook,
  walkthrough: ({ id }: Book) => ({ bookId: id }),
};

function createNewBookPresenter(readings: Readings): PresentBookResponse {
  const writeBody = bodies[readings['create.response']];
  const hasBothShapes = readings['create.both-shapes'] === 'yes';
  const sendsLocation = readings['location.header'] === 'present';
  return (book, attributes) => {
    const body = hasBothShapes
      ? { bookId: book.id, ...wrapBook(book, attributes) }
      : writeBody(book, attributes);
    const response = jsonResponse(201, body);
    const location = `/v2/distribution/books/${book.id}`;
    return sendsLocation ? withHeaders(response, { location }) : response;
  };
}

function createGrantPresenter(readings: Readings): PresentGrants {
  const time = createTimePresenter(readings);
  const isReversed = readings['upload.order'] === 'any-order';
  const shape = {
    walkthrough: (grants: readonly SignedGrant[]) => ({
      data: grants.map(({ grant, url }) => ({
        id: grant.id,
        type: 'book-file-upload',
        attributes: {
          referenceId: grant.referenceId,
          role: grant.role,
          url,
          expiresAt: time(grant.expiresAt),
        },
      })),
    }),
    reference: (grants: readonly SignedGrant[]) =>
      grants.map(({ grant, url }) => ({ id: grant.id, url, expiresAt: time(grant.expiresAt) })),
  }[readings['upload.response']];
  return (grants) => jsonResponse(201, shape(isReversed ? grants.toReversed() : grants));
}
