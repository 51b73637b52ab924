/** Reads bodies up to a limit, and lets a response be read again after its body was. */
import { isNode } from '../runtime.ts';
import { readStream } from '../streams.ts';

/** The largest body of a success that is read, in bytes. */
export const maxBodyBytes = 16 * 2 ** 20;
export const maxRefusalBytes = 64 * 2 ** 10;

/** The text of a body. `truncated` when it was longer than the limit; the rest was cancelled. */
export interface BodyText {
  readonly text: string;
  readonly truncated: boolean;
}

/** Reads at most so many bytes of a body as text. They are counted after decompression. */
export async function readText(response: Response, limit: number): Promise<BodyText> {
  const { body, headers } = response;
  if (body === null) return { text: '', truncated: false };
  // Node's own parser holds a body to its declared length, which is that of the text unless it is compressed.
  const declared = Number(headers.get('content-length') ?? Number.NaN);
  if (declared <= limit && !headers.has('content-encoding') && isNode()) {
    return { text: await response.text(), truncated: false };
  }
  const decoder = new TextDecoder();
  let text = '';
  let left = limit;
  for await (const piece of readStream(body)) {
    text += decoder.decode(piece.subarray(0, left), { stream: true });
    left -= piece.byteLength;
    if (left < 0) return { text, truncated: true };
  }
  return { text: text + decoder.decode(), truncated: false };
}

/** The property in which a response keeps its body. A WeakMap would keep every body until a long garbage collection. */
const bodyKey = Symbol('body');

const getText = (response: object) => String(Reflect.get(response, bodyKey));
const copyResponse = (response: Response) => new Response(getText(response) || null, response);
const createMethod = (read: (response: Response) => unknown): PropertyDescriptor => ({
  value(this: Response) {
    return read(this);
  },
});

/** Read the kept body in place of a response's own methods. */
const readers: PropertyDescriptorMap = {
  text: createMethod(async (response) => getText(response)),
  json: createMethod(async (response) => JSON.parse(getText(response))),
  bodyUsed: { value: false },
  body: {
    get(this: Response): unknown {
      return copyResponse(this).body;
    },
  },
};

for (const name of ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData'] as const) {
  readers[name] = createMethod((response) => copyResponse(response)[name]());
}

/** Makes the body of a response readable again. The object stays the same, because wrapping it costs more than the whole call. */
export function makeReadable(response: Response, text: string): Response {
  return Object.defineProperties(Object.assign(response, { [bodyKey]: text }), readers);
}

/** Frees the body of a response that no caller holds. The runtime keeps the Response itself for a while. */
export function discardBody(response: Response): void {
  if (bodyKey in response) response[bodyKey] = '';
}
