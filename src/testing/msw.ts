/** The service for MSW: a whole one behind its handlers, or single answers typed by the contract. */
import { http, HttpResponse, type HttpHandler, type PathParams } from 'msw';
import { completeAddress } from '../client/transport/index.ts';
import type { Method, OperationId } from '../contract/operations.ts';
import type { paths } from '../generated/api.ts';
import { createResponse, type DocumentedAnswer, type RequestBody } from './documented-answers.ts';
import type { TestingService } from './service.ts';

/** Every operation except the presigned PUT, whose URL only its grant contains. */
type RoutedOperation = Exclude<OperationId, 'putFile'>;

/** Method and path below `/v2/distribution`, known without reading a file: for tests that run in a page. A test compares it with the contract. */
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

/** The request that a response depends on. */
export interface ReceivedRequest<Id extends RoutedOperation> {
  readonly request: Request;
  /** `bookPublicId`, `fileId` or `bookExternalId`, by the path. */
  readonly params: PathParams;
  /** The JSON body, not checked against the contract. */
  readonly body: RequestBody<Id>;
}

type Reply<Id extends RoutedOperation> =
  | DocumentedAnswer<Id>
  | ((received: ReceivedRequest<Id>) => DocumentedAnswer<Id> | Promise<DocumentedAnswer<Id>>);

/** For each operation: creates a handler that gives one response, every time or `times` times. */
export type AnswersAt = {
  readonly [Id in RoutedOperation]: (reply: Reply<Id>) => HttpHandler;
};

/**
 * Handlers for every path of the contract and for the storage, with a testing service behind them.
 *
 * @example
 * const server = setupServer(...answeredBy(service));
 */
export function answeredBy({ baseUrl, storageUrl, fetch }: TestingService): HttpHandler[] {
  const forward = async ({ request }: { readonly request: Request }) =>
    // MSW would turn an exception into a page with status 500; a network failure has no status.
    fetch(request).catch(() => HttpResponse.error());
  const serviceHandlers = Object.values(routes).map((route) =>
    createHandlerFor(baseUrl, route)(forward),
  );
  return [...serviceHandlers, http.put(`${storageUrl}/*`, forward)];
}

/**
 * Answers without a service, wherever MSW runs, a page included.
 *
 * @param baseUrl the address that your program uses, with or without `/v2/distribution`
 * @example
 * const answer = answersAt('https://staging.example.com');
 * server.use(answer.publishBook({ status: 422, body: problem }));
 * server.use(answer.createBook(({ body }) => ({ status: 201, body: { bookId: idFor(body.title) } })));
 */
export function answersAt(baseUrl: string): AnswersAt {
  const on = <Id extends RoutedOperation>(id: Id) =>
    createReplyHandler<Id>(createHandlerFor(baseUrl, routes[id]));
  return {
    createBook: on('createBook'),
    listBooks: on('listBooks'),
    readBook: on('readBook'),
    lookUpBook: on('lookUpBook'),
    updateBook: on('updateBook'),
    requestUploads: on('requestUploads'),
    attachFile: on('attachFile'),
    publishBook: on('publishBook'),
    unpublishBook: on('unpublishBook'),
    deleteBook: on('deleteBook'),
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

function createHandlerFor(
  baseUrl: string,
  [method, path]: readonly [keyof typeof methods, string],
): CreateHandler {
  const url = `${completeAddress(baseUrl)}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return (resolve) => methods[method](url, resolve);
}

function createReplyHandler<Id extends RoutedOperation>(
  handle: CreateHandler,
): (reply: Reply<Id>) => HttpHandler {
  return (reply) => {
    let callCount = 0;
    return handle(async ({ request, params }) => {
      const body: RequestBody<Id> = await readJson(request);
      const answer = typeof reply === 'function' ? await reply({ request, params, body }) : reply;
      callCount += 1;
      // Without a response MSW tries the next handler.
      return callCount > (answer.times ?? Infinity) ? undefined : createResponse(answer);
    });
  };
}

/** Parses the body as the type that the caller expects. */
async function readJson<T>(request: Request): Promise<T> {
  const text = await request.clone().text();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a test knows what its own program sends
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
