/** Reads bodies up to a limit, and lets a response be read again after its body was. */

/** The largest body of a success that is read, in bytes. */
export const largestBody = 16 * 2 ** 20;
/** How much is read of any other body, in bytes. */
const largestRefusal = 64 * 2 ** 10;

export interface BodyText {
  readonly text: string;
  /** True when the body was longer than the limit. What is left of it was cancelled. */
  readonly truncated: boolean;
}

/** Reads a body of a success to its end or to 16 MiB, any other to its end or to 64 kB. */
export async function readBody(response: Response): Promise<BodyText> {
  return readText(response, response.ok ? largestBody : largestRefusal);
}

/** Reads at most so many bytes of a body as text. They are counted after decompression. */
export async function readText({ body }: Response, limit: number): Promise<BodyText> {
  if (body === null) return { text: '', truncated: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const left = limit - bytes;
    bytes += next.value.byteLength;
    if (bytes > limit) {
      // Not awaited: a source that ignores it must not hold the call up.
      reader.cancel().catch(() => undefined);
      return { text: text + decoder.decode(next.value.subarray(0, left)), truncated: true };
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return { text: text + decoder.decode(), truncated: false };
}

/** Makes the body readable again. The Response stays the same, because wrapping it costs more than the whole call. */
export function makeReadable(response: Response, text: string): Response {
  const { status, statusText, headers } = response;
  const copy = () => new Response(text === '' ? null : text, { status, statusText, headers });
  response.text = async () => text;
  response.json = async (): Promise<unknown> => JSON.parse(text);
  response.blob = async () => copy().blob();
  response.arrayBuffer = async () => copy().arrayBuffer();
  response.bytes = async () => new Uint8Array(await copy().arrayBuffer());
  response.clone = copy;
  Object.defineProperty(response, 'body', { get: () => copy().body, configurable: true });
  return Object.defineProperty(response, 'bodyUsed', { value: false, configurable: true });
}
