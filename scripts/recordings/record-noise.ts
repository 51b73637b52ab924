/** Records random and deliberately bad calls as JSON Lines. */
import { driveRecordedTraffic, type TrafficChoice } from '../proof/monitor/recorded-traffic.ts';
import { maskSecrets } from '../../src/traffic/recordings/index.ts';

/** Returns the recording of so many moves, half of whose calls are spoiled. */
export async function recordNoise(choice: TrafficChoice): Promise<string> {
  const lines: string[] = [];
  await driveRecordedTraffic({ oddShare: 0.5, ...choice }, ({ number }, recorded) => {
    lines.push(JSON.stringify({ number, ...maskSecrets(recorded) }));
  });
  return `${lines.join('\n')}\n`;
}
