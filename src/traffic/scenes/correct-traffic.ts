/** The traffic of a correct caller and a correct service, as a recorder hears it. */
import { testingService } from '../../testing/index.ts';
import { createRecordingFetch, type RecordedExchange } from '../recordings/index.ts';
import { callCorrectly } from './callers.ts';

/** Records the calls of a correct caller, in the order of their responses. */
export async function recordCorrectTraffic(): Promise<readonly RecordedExchange[]> {
  const service = await testingService();
  const heard: RecordedExchange[] = [];
  const start = () => (exchange: RecordedExchange) => void heard.push(exchange);
  try {
    await callCorrectly({
      fetch: createRecordingFetch(service.fetch, { start }),
      api: `${service.baseUrl}/v2/distribution`,
      apiKey: service.connection.apiKey,
      advance: (milliseconds) => service.clock.advance(milliseconds),
      loseCreate: () =>
        service.intercept('createBook', async (request, answer) => {
          await answer(request);
          throw new TypeError('fetch failed');
        }),
      refuseList: () => undefined,
    });
  } finally {
    await service.close();
  }
  return heard;
}
