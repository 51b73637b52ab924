/** Writes every answer of the sandbox. Faults replace single presenters. */
import { emptyAnswer, jsonAnswer, withHeaders, type Answer } from './answer.ts';
import type { Book, Grant } from '../book/index.ts';
import { bookPresenter, itemPresenter, timePresenter } from './present-book.ts';
import { listPresenter } from './present-list.ts';
import { refusalPresenter } from './present-refusals.ts';
import type { Readings, Rules } from '../readings/index.ts';

/** A grant with its URL. */
export interface SignedGrant {
  readonly grant: Grant;
  readonly url: string;
}

export type Presenters = ReturnType<typeof presentersFor>;

/** Presents a book that was read, created or updated, given its attributes. */
type PresentShown = (book: Book, attributes: unknown) => Answer;
type PresentGrants = (grants: readonly SignedGrant[]) => Answer;

/** @param rules called for each answer, because a fault may have replaced some */
export function presentersFor(readings: Readings, rules: () => Rules) {
  const attributes = itemPresenter(readings, rules);
  return {
    /** Attributes of the full book. */
    book: bookPresenter(readings, rules),
    /** A list item. */
    item: (book: Book): unknown => ({ id: book.id, type: 'book', attributes: attributes(book) }),
    list: listPresenter(readings, rules),
    read: (book: Book, shown: unknown) => jsonAnswer(200, envelope(book, shown)),
    created: createdPresenter(readings),
    updated: (book: Book, shown: unknown) =>
      jsonAnswer(200, shapes[readings['update.response']](book, shown)),
    granted: grantPresenter(readings),
    stored: () => emptyAnswer(Number(readings['put.success-status'])),
    attached: (fileId: string) =>
      jsonAnswer(200, readings['attach.extra-body-keys'] === 'more' ? { fileId } : {}),
    published: () => emptyAnswer(204),
    unpublished: () => emptyAnswer(Number(readings['unpublish.success'])),
    deleted: () => emptyAnswer(Number(readings['delete.success'])),
    refused: refusalPresenter(readings),
  };
}

function envelope({ id }: Book, attributes: unknown) {
  return { data: { id, type: 'book', attributes } };
}

/** The two documented bodies of create and update. */
const shapes = {
  reference: envelope,
  walkthrough: ({ id }: Book) => ({ bookId: id }),
};

function createdPresenter(readings: Readings): PresentShown {
  const shape = shapes[readings['create.response']];
  const both = readings['create.both-shapes'] === 'yes';
  const pointing = readings['location.header'] === 'present';
  return (book, shown) => {
    const body = both ? { bookId: book.id, ...envelope(book, shown) } : shape(book, shown);
    const answer = jsonAnswer(201, body);
    const location = `/v2/distribution/books/${book.id}`;
    return pointing ? withHeaders(answer, { location }) : answer;
  };
}

function grantPresenter(readings: Readings): PresentGrants {
  const time = timePresenter(readings);
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
  return (grants) => jsonAnswer(201, shape(isReversed ? grants.toReversed() : grants));
}
