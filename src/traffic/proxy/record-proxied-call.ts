/** Turns a call that passed through the proxy into a recorded exchange. */
import { unpackBody, type RecordedExchange } from '../recordings/index.ts';
import type { ProxiedCall } from './pass-through.ts';

/** Decompresses the bodies; a body that cannot be decompressed is left out. */
export function recordProxiedCall(call: ProxiedCall): RecordedExchange {
  const { request, requestBytes, response, sentAt, took } = call;
  const decodeBody = (bytes: Uint8Array | undefined, headers: Readonly<Record<string, string>>) =>
    bytes && unpackBody(bytes, headers['content-encoding']);
  return {
    sentAt,
    took,
    request: { ...request, text: decodeBody(requestBytes, request.headers) },
    response: response && {
      status: response.status,
      headers: response.headers,
      text: decodeBody(response.bytes, response.headers),
    },
  };
}
