/** Records random and deliberately bad calls as JSON Lines. */
import { fuzz, serviceUrl, type FuzzOptions } from '../proof/monitor/fuzz.ts';
import type { ObservedExchange } from '../../src/monitor/index.ts';
import { maskSecrets, type RecordedExchange } from '../../src/traffic/recordings/index.ts';

/** Returns the recording of so many calls. */
export async function recordNoise(options: Omit<FuzzOptions, 'onExchange'>): Promise<string> {
  const lines: string[] = [];
  const began = Date.now();
  await fuzz({
    ...options,
    onExchange: (exchange) => {
      // One call after the other, 5 ms apart.
      const sentAt = began + 5 * lines.length;
      lines.push(JSON.stringify(maskSecrets({ ...recorded(exchange), sentAt })));
    },
  });
  return `${lines.join('\n')}\n`;
}

function recorded({ request, response, sentAt }: ObservedExchange): RecordedExchange {
  const { toStorage, path, method, headers, body } = request;
  return {
    sentAt,
    took: 4,
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
