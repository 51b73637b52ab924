/** Turns a call that passed through the proxy into a recorded exchange. */
import type { RecordedExchange } from '../recordings/index.ts';
import { decodeBody } from './captured-body.ts';
import type { PassedCall } from './pass-through.ts';

/** Decodes the bodies; one that cannot be decoded is left out. */
export async function recordPassedCall(call: PassedCall): Promise<RecordedExchange> {
  const { request, requestBytes, response, sentAt, took } = call;
  const sent = await decodeBody(requestBytes, request.headers['content-encoding']);
  const received =
    response && (await decodeBody(response.bytes, response.headers['content-encoding']));
  return {
    sentAt,
    took,
    request: { ...request, ...(sent !== undefined && { text: sent }) },
    ...(response && {
      response: {
        status: response.status,
        headers: response.headers,
        ...(received !== undefined && { text: received }),
      },
    }),
  };
}
