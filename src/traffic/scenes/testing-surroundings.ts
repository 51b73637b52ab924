/** The environment of the programs in the scenes, around a service for tests. */
import type { TestingService } from '../../testing/index.ts';
import type { Surroundings } from './caller-steps.ts';

/** @param heard a fetch to the service that records its calls */
export function testingSurroundings(service: TestingService, heard: typeof fetch): Surroundings {
  return {
    fetch: heard,
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
