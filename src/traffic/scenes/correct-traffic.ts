/** The recorded traffic of a correct caller and a correct service. */
import { testingService, type TestingService } from '../../testing/index.ts';
import { createRecordingFetch, type RecordedExchange } from '../recordings/index.ts';
import type { CallerEnvironment } from './caller-steps.ts';
import { callCorrectly } from './callers.ts';

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
 * Creates the environment of a caller around a service for tests.
 * @param recordingFetch a fetch to the service that records its calls
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
