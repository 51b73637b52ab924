/** Records random and deliberately bad calls as JSON Lines. */
import { fuzz, serviceUrl, type FuzzOptions } from '../proof/monitor/fuzz.ts';
import type { ObservedExchange } from '../../src/monitor/index.ts';
import { maskSecrets, type RecordedExchange } from '../../src/traffic/recordings/index.ts';

/** Returns the recording of so many calls. */
export async function recordNoise(options: Omit<FuzzOptions, 'onExchange'>): Promise<string> {
  const lines: string[] = [];
  const onExchange = (exchange: ObservedExchange): void => {
    lines.push(JSON.stringify(maskSecrets(recorded(exchange))));
  };
  await fuzz({ ...options, onExchange });
  return `${lines.join('\n')}\n`;
}

function recorded(exchange: ObservedExchange): RecordedExchange {
  const { number, sentAt, answeredAt, request, response } = exchange;
  const { toStorage, path, method, key, body } = request;
  const headers = { ...request.headers, ...(key !== 'none' && !toStorage && { apikey: key }) };
  return {
    number,
    sentAt,
    took: answeredAt - sentAt,
    request: {
      method,
      url: toStorage ? path : `${serviceUrl}${path}`,
      headers,
      ...(body.kind === 'json' && { text: JSON.stringify(body.value) }),
      ...(body.kind === 'bytes' && { size: body.size ?? 0, sha256: body.sha256 ?? '' }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: response.headers,
        ...(response.text !== undefined && { text: response.text }),
      },
    }),
  };
}
