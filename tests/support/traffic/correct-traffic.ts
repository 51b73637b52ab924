/** A correct caller, and the recorded traffic between it and a correct service. */
import { testingService, type TestingService } from '../../../src/testing/index.ts';
import {
  createRecordingFetch,
  type RecordedExchange,
} from '../../../src/traffic/recordings/index.ts';
import {
  addChapters,
  createBook,
  getTextAt,
  publish,
  send,
  uploadTrack,
  type CallerEnvironment,
} from './caller-steps.ts';
import { newBook } from '../books.ts';

/** Calls the service as a program that breaks no rule. */
export async function callCorrectly(env: CallerEnvironment): Promise<void> {
  const upload = await uploadTrack(env);
  await addChapters(env, upload.book, upload.file);
  await publish(env, upload.book);
  env.loseCreate();
  const body = newBook('ebook', { externalId: 'ext-lost' });
  await send(env, 'POST /books', { body }).catch(() => undefined);
  await send(env, 'GET /books/external-id/ext-lost');
  await createBook(env, 'print');
  const first = await send(env, 'GET /books?perPage=1');
  const second = await followNext(env, first);
  await followNext(env, second);
  await send(env, `POST /books/${upload.book}/unpublish`, { body: {} });
}

async function followNext(env: CallerEnvironment, list: unknown): Promise<unknown> {
  return send(env, `GET ${new URL(getTextAt(list, 'links.next'), env.api).href}`);
}

/** Records the calls of a correct caller, in the order of their responses. */
export async function recordCorrectTraffic(): Promise<readonly RecordedExchange[]> {
  const service = await testingService();
  const exchanges: RecordedExchange[] = [];
  const start = () => (exchange: RecordedExchange) => void exchanges.push(exchange);
  try {
    const recordingFetch = createRecordingFetch(service.fetch, { start });
    await callCorrectly(createCallerEnvironment(service, recordingFetch));
  } finally {
    await service.close();
  }
  return exchanges;
}

/**
 * Creates the environment of a caller of a test service.
 * @param recordingFetch a fetch that records the calls to the service
 */
export function createCallerEnvironment(
  service: TestingService,
  recordingFetch: typeof fetch,
): CallerEnvironment {
  return {
    fetch: recordingFetch,
    api: `${service.baseUrl}/v2/distribution`,
    apiKey: service.connection.apiKey,
    advance: (milliseconds) => service.clock.advance(milliseconds),
    loseCreate: () =>
      service.intercept('createBook', async (request, answer) => {
        await answer(request);
        throw new TypeError('fetch failed');
      }),
    refuseList: () => service.answer('listBooks', { status: 429, headers: { 'retry-after': '2' } }),
  };
}
