/**
 * Handlers for MSW: for a whole testing service, or for single responses with the types of the contract.
 * @module book-distribution-contract/testing/msw
 */
import { http, HttpResponse, type HttpHandler, type PathParams } from 'msw';
import { completeAddress } from '../client/transport/index.ts';
import type { Method, OperationId } from '../contract/operations.ts';
import type { paths } from '../generated/api.ts';
import { createResponse, type DocumentedAnswer, type RequestBody } from './documented-answers.ts';
import type { TestingService } from './service.ts';

/** Every operation except the presigned PUT, whose URL only its grant contains. */
type RoutedOperation = Exclude<OperationId, 'putFile'>;

/**
 * The method and the path below `/v2/distribution` of each operation, for tests that run in a web page and cannot read
 * the contract. A test compares this table with the contract.
 */
export const routes = {
  createBook: ['POST', '/books'],
  listBooks: ['GET', '/books'],
  readBook: ['GET', '/books/{bookPublicId}'],
  lookUpBook: ['GET', '/books/external-id/{bookExternalId}'],
  updateBook: ['PATCH', '/books/{bookPublicId}'],
  requestUploads: ['POST', '/books/{bookPublicId}/upload'],
  attachFile: ['PATCH', '/books/{bookPublicId}/file/{fileId}/attach'],
  publishBook: ['POST', '/books/{bookPublicId}/publish'],
  unpublishBook: ['POST', '/books/{bookPublicId}/unpublish'],
  deleteBook: ['DELETE', '/books/{bookPublicId}'],
} as const satisfies Record<RoutedOperation, readonly [Exclude<Method, 'PUT'>, keyof paths]>;

/** The request, for a response that depends on it. */
export interface ReceivedRequest<Id extends RoutedOperation> {
  readonly request: Request;
  /** The path parameters: `bookPublicId`, `fileId` or `bookExternalId`. */
  readonly params: PathParams;
  /** The JSON body, not checked against the contract. */
  readonly body: RequestBody<Id>;
}

type Reply<Id extends RoutedOperation> =
  | DocumentedAnswer<Id>
  | ((received: ReceivedRequest<Id>) => DocumentedAnswer<Id> | Promise<DocumentedAnswer<Id>>);

/** For each operation, a function that creates a handler for a response. `times` limits how often the response is sent. */
export type AnswersAt = {
  readonly [Id in RoutedOperation]: (reply: Reply<Id>) => HttpHandler;
};

/**
 * Creates handlers for every path of the contract and for the storage, which forward to a testing service.
 *
 * @example
 * const server = setupServer(...answeredBy(service));
 */
export function answeredBy({ baseUrl, storageUrl, fetch }: TestingService): HttpHandler[] {
  const forward = async ({ request }: { readonly request: Request }) =>
    // MSW would turn an exception into a response with status 500, but a network error has no status.
    fetch(request).catch(() => HttpResponse.error());
  const serviceHandlers = Object.values(routes).map((route) =>
    createHandlerFor(baseUrl, route)(forward),
  );
  return [...serviceHandlers, http.put(`${storageUrl}/*`, forward)];
}

/**
 * Creates handlers that respond without a service, wherever MSW runs, including web pages.
 *
 * @param baseUrl the address that your program uses, with or without `/v2/distribution`
 * @example
 * const answer = answersAt('https://staging.example.com');
 * server.use(answer.publishBook({ status: 422, body: problem }));
 * server.use(answer.createBook(({ body }) => ({ status: 201, body: { bookId: idFor(body.title) } })));
 */
export function answersAt(baseUrl: string): AnswersAt {
  const createAnswer = <Id extends RoutedOperation>(id: Id) =>
    createReplyHandler<Id>(createHandlerFor(baseUrl, routes[id]));
  return {
    createBook: createAnswer('createBook'),
    listBooks: createAnswer('listBooks'),
    readBook: createAnswer('readBook'),
    lookUpBook: createAnswer('lookUpBook'),
    updateBook: createAnswer('updateBook'),
    requestUploads: createAnswer('requestUploads'),
    attachFile: createAnswer('attachFile'),
    publishBook: createAnswer('publishBook'),
    unpublishBook: createAnswer('unpublishBook'),
    deleteBook: createAnswer('deleteBook'),
  };
}

interface HandlerInput {
  readonly request: Request;
  readonly params: PathParams;
}

type CreateHandler = (
  resolve: (input: HandlerInput) => Promise<Response | undefined>,
) => HttpHandler;

const methods = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete };

/** Returns the function that creates handlers for one route. */
function createHandlerFor(
  baseUrl: string,
  [method, path]: readonly [keyof typeof methods, string],
): CreateHandler {
  const url = `${completeAddress(baseUrl)}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return (resolve) => methods[method](url, resolve);
}

/** Returns the function that creates a handler from a response, or from a function that returns the response. */
function createReplyHandler<Id extends RoutedOperation>(
  createHandler: CreateHandler,
): (reply: Reply<Id>) => HttpHandler {
  return (reply) => {
    let callCount = 0;
    return createHandler(async ({ request, params }) => {
      const body: RequestBody<Id> = await readJson(request);
      const answer = typeof reply === 'function' ? await reply({ request, params, body }) : reply;
      callCount += 1;
      // If this returns undefined, MSW tries the next handler.
      return callCount > (answer.times ?? Infinity) ? undefined : createResponse(answer);
    });
  };
}

async function readJson<T>(request: Request): Promise<T> {
  const text = await request.clone().text();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a test knows what its own program sends
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
