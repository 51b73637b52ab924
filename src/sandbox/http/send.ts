/** Writes a response to a Node server, or converts it to a `Response`. */
import type { ServerResponse } from 'node:http';
import type { SandboxResponse } from '../present/index.ts';

/**
 * Sends a response. Writing it directly, without Hono, halves the CPU cost.
 * @param extraHeaders headers in addition to those of the response
 */
export function send(
  nodeResponse: ServerResponse,
  response: SandboxResponse,
  extraHeaders: Readonly<Record<string, string>> = {},
): void {
  const { status, text, headers, breaks } = response;
  if (breaks === 'before-response') {
    nodeResponse.destroy();
    return;
  }
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(text) };
  // The request log gets the header with getHeader, which does not see headers that only writeHead gets.
  const requirement = headers['x-requirement'];
  if (requirement !== undefined) nodeResponse.setHeader('x-requirement', requirement);
  nodeResponse.writeHead(status, { ...headers, ...extraHeaders, ...length });
  if (breaks === 'within-body') {
    nodeResponse.write(text.slice(0, Math.floor(text.length / 2)), () => {
      nodeResponse.destroy();
    });
    return;
  }
  nodeResponse.end(text);
}

/**
 * Returns a response as `fetch` would.
 * @throws TypeError as `fetch` does, if the connection breaks before the response
 */
export function toResponse({ status, text, headers, breaks }: SandboxResponse): Response {
  if (breaks === 'before-response') throw new TypeError('fetch failed: the connection was reset.');
  if (breaks === undefined) return new Response(text === '' ? null : text, { status, headers });
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(text.slice(0, Math.floor(text.length / 2))));
      controller.error(new TypeError('terminated: the connection was reset.'));
    },
  });
  return new Response(body, { status, headers });
}
