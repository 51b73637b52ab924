/** Turns a call that passed through the proxy into a recorded exchange. */
import { unpackBody, type RecordedExchange } from '../recordings/index.ts';
import type { PassedCall } from './pass-through.ts';

/** Unpacks the bodies; one that cannot be unpacked is left out. */
export function recordPassedCall(call: PassedCall): RecordedExchange {
  const { request, requestBytes, response, sentAt, took } = call;
  const text = (bytes: Uint8Array | undefined, headers: Readonly<Record<string, string>>) =>
    bytes && unpackBody(bytes, headers['content-encoding']);
  return {
    sentAt,
    took,
    request: { ...request, text: text(requestBytes, request.headers) },
    response: response && {
      status: response.status,
      headers: response.headers,
      text: text(response.bytes, response.headers),
    },
  };
}
