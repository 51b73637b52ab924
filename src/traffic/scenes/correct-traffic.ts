/** The traffic of a correct caller and a correct service, as a recorder hears it. */
import { testingService } from '../../testing/index.ts';
import { createRecordingFetch, type RecordedExchange } from '../recordings/index.ts';
import { callCorrectly } from './callers.ts';
import { testingSurroundings } from './testing-surroundings.ts';

/** Records the calls of a correct caller, in the order of their responses. */
export async function recordCorrectTraffic(): Promise<readonly RecordedExchange[]> {
  const service = await testingService();
  const heard: RecordedExchange[] = [];
  const start = () => (exchange: RecordedExchange) => void heard.push(exchange);
  try {
    const heardFetch = createRecordingFetch(service.fetch, { start });
    await callCorrectly(testingSurroundings(service, heardFetch));
  } finally {
    await service.close();
  }
  return heard;
}
