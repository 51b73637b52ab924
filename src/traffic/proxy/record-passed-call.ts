/** Turns a call that passed through the proxy into a recorded exchange. */
import { unpackBody, type RecordedExchange } from '../recordings/index.ts';
import type { PassedCall } from './pass-through.ts';

/** Unpacks the bodies; one that cannot be unpacked is left out. */
export function recordPassedCall(call: PassedCall): RecordedExchange {
  const { request, requestBytes, response, sentAt, took } = call;
  return {
    sentAt,
    took,
    request: { ...request, ...textOf(requestBytes, request.headers) },
    ...(response && {
      response: {
        status: response.status,
        headers: response.headers,
        ...textOf(response.bytes, response.headers),
      },
    }),
  };
}

function textOf(
  bytes: Uint8Array | undefined,
  headers: Readonly<Record<string, string>>,
): { readonly text?: string } {
  const text = bytes && unpackBody(bytes, headers['content-encoding']);
  return text === undefined ? {} : { text };
}
