/** A recorded exchange of a run in the form the monitor takes. */
import { createHash } from 'node:crypto';
import type { CallInFlight, ObservedExchange, SentBody } from '../../monitor/index.ts';
import type { Exchange, SentRequest } from './exchange.ts';

const keys = { own: 'own', other: 'wrong', none: 'none' } as const;

/**
 * Converts one exchange.
 * @param inFlight calls that had been sent and not answered when this one was answered
 */
export function observedExchange(
  exchange: Exchange,
  inFlight: readonly CallInFlight[] = [],
): ObservedExchange {
  const { number, request, status, headers, text, body, sentAt = 0, took, operation } = exchange;
  return {
    number,
    sentAt,
    answeredAt: sentAt + took,
    request: {
      method: request.method,
      path: request.path,
      toStorage: operation === 'putFile',
      headers: request.headers,
      key: keys[request.key],
      account: 'own',
      body: bodyOf(request),
    },
    response: { status, headers, text, body },
    inFlight,
  };
}

function bodyOf({ body, bytes }: SentRequest): SentBody {
  if (bytes !== undefined) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { kind: 'bytes', size: bytes.length, sha256, beginning: bytes.subarray(0, 64) };
  }
  if (body === undefined) return { kind: 'none' };
  return typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'json', value: body };
}
