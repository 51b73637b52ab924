/** Writes every response of the sandbox. Faults replace single presenters. */
import { findDocumentedResponse, getSuccess, type OperationId } from '../../contract/operations.ts';
import { apiPrefix, type Contract } from '../../contract/spec.ts';
import {
  emptyResponse,
  textResponse,
  withHeaders,
  type SandboxResponse,
  createRefusalPresenter,
} from './present-refusals.ts';
import type { Book, Grant } from '../book/index.ts';
import {
  createBookPresenter,
  createItemPresenter,
  createTimePresenter,
  createListPresenter,
} from './present-book.ts';
import type { Readings, Rules } from '../readings/index.ts';

export interface SignedGrant {
  readonly grant: Grant;
  readonly url: string;
}

export type Presenters = ReturnType<typeof createPresenters>;

type PresentBookResponse = (book: Book, attributes: unknown) => SandboxResponse;
type PresentGrants = (grants: readonly SignedGrant[]) => SandboxResponse;

/** @param rules called for each response, because a fault may have replaced some rules */
export function createPresenters(readings: Readings, rules: () => Rules, contract: Contract) {
  const presentItem = createItemPresenter(readings, rules, contract);
  const succeed = createSuccessPresenter(contract);
  return {
    attributes: createBookPresenter(readings, rules, contract),
    item: (book: Book): unknown => ({ id: book.id, type: 'book', attributes: presentItem(book) }),
    list: createListPresenter(readings, rules, {
      respond: succeed('listBooks'),
      path: contract.operations.listBooks.path,
    }),
    read: presentBody(succeed('readBook'), wrapBook),
    create: createNewBookPresenter(readings, succeed('createBook'), contract),
    update: presentBody(succeed('updateBook'), bodies[readings['update.response']]),
    grants: createGrantPresenter(readings, succeed('requestUploads')),
    upload: () => succeed('putFile', readings['put.success-status'])(''),
    attach: (fileId: string) =>
      succeed('attachFile')(
        JSON.stringify(readings['attach.extra-body-keys'] === 'more' ? { fileId } : {}),
      ),
    publish: () => succeed('publishBook')('{}'),
    unpublish: () => succeed('unpublishBook', readings['unpublish.success'])('{}'),
    delete: () => succeed('deleteBook', readings['delete.success'])('{}'),
    refusal: createRefusalPresenter(readings),
  };
}

type RespondText = (text: string) => SandboxResponse;

/** Returns the success of an operation with a text as its body, if the contract describes one. */
function createSuccessPresenter({ operations }: Contract) {
  /** @param reading the status if the contract leaves it open */
  return (id: OperationId, reading = '200'): RespondText => {
    const { statuses } = getSuccess(operations[id]);
    const status = statuses === '2xx' ? Number(reading) : (statuses[0] ?? Number(reading));
    const [mediaType] = Object.keys(findDocumentedResponse(operations[id], status)?.content ?? {});
    return (text) =>
      mediaType === undefined ? emptyResponse(status) : textResponse(status, text, mediaType);
  };
}

type WriteBody = (book: Book, attributes: unknown) => object;

function presentBody(respond: RespondText, write: WriteBody): PresentBookResponse {
  return (book, attributes) => respond(JSON.stringify(write(book, attributes)));
}

function wrapBook({ id }: Book, attributes: unknown) {
  return { data: { id, type: 'book', attributes } };
}

const bodies = {
  reference: wrapBook,
  walkthrough: ({ id }: Book) => ({ bookId: id }),
};

function createNewBookPresenter(
  readings: Readings,
  respond: RespondText,
  { operations }: Contract,
): PresentBookResponse {
  const writeBody = bodies[readings['create.response']];
  const hasBothShapes = readings['create.both-shapes'] === 'yes';
  const sendsLocation = readings['location.header'] === 'present';
  const present = presentBody(respond, (book, attributes) =>
    hasBothShapes
      ? { bookId: book.id, ...wrapBook(book, attributes) }
      : writeBody(book, attributes),
  );
  return (book, attributes) => {
    const response = present(book, attributes);
    const location = `${apiPrefix}${operations.readBook.path.replace(/\{\w+\}/, book.id)}`;
    return sendsLocation ? withHeaders(response, { location }) : response;
  };
}

function createGrantPresenter(readings: Readings, respond: RespondText): PresentGrants {
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
  return (grants) => respond(JSON.stringify(shape(isReversed ? grants.toReversed() : grants)));
}
