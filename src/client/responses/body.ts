/** Reads bodies up to a limit, and makes a response readable again afterwards. */
import { isNode, readStream } from '../runtime.ts';

/** The most bytes that are read of a success: 16 MiB. */
export const maxBodyBytes = 16 * 2 ** 20;

/** The most bytes that are read of a refusal: 64 KiB. */
export const maxRefusalBytes = 64 * 2 ** 10;

/** The text of a body up to the limit. */
export interface BodyText {
  readonly text: string;
  /** True if the body is longer than the limit, and its rest was cancelled. */
  readonly isTruncated: boolean;
}

/** Reads a body as text, up to a limit in bytes after decompression. */
export async function readText(response: Response, limit: number): Promise<BodyText> {
  const { body, headers } = response;
  if (body === null) return { text: '', isTruncated: false };
  // Node enforces the declared length, which is that of the text unless the body is compressed.
  const declaredLength = Number(headers.get('content-length') ?? Number.NaN);
  if (declaredLength <= limit && !headers.has('content-encoding') && isNode()) {
    return { text: await response.text(), isTruncated: false };
  }
  const decoder = new TextDecoder();
  let text = '';
  let remainingBytes = limit;
  for await (const piece of readStream(body)) {
    text += decoder.decode(piece.subarray(0, remainingBytes), { stream: true });
    remainingBytes -= piece.byteLength;
    if (remainingBytes < 0) return { text, isTruncated: true };
  }
  return { text: text + decoder.decode(), isTruncated: false };
}

/** The property for the text of a response. A WeakMap would keep every body until a full garbage collection. */
const bodyKey = Symbol('body');

const getText = (response: object) => String(Reflect.get(response, bodyKey));
const copyResponse = (response: Response) => new Response(getText(response) || null, response);

/** The properties that read the kept text, instead of the response's own. */
const readers: PropertyDescriptorMap = {};

for (const name of 'arrayBuffer blob body bodyUsed bytes clone formData json text'.split(' ')) {
  readers[name] = {
    get(this: Response): unknown {
      const copy = copyResponse(this);
      const value: unknown = Reflect.get(copy, name);
      return typeof value === 'function' ? value.bind(copy) : value;
    },
  };
}

/** The prototype with the readers, by the prototype that it extends: that of `Response`, in any realm. */
const prototypes = new Map<object | null, object>();

/** Makes the body of a response readable again. It changes the object itself, because a wrapper would cost more than the whole call. */
export function makeReadable(response: Response, text: string): void {
  if (!(bodyKey in response)) {
    const own = Reflect.getPrototypeOf(response);
    const prototype = prototypes.get(own) ?? Object.defineProperties({}, readers);
    prototypes.set(own, prototype);
    Reflect.setPrototypeOf(prototype, own);
    Reflect.setPrototypeOf(response, prototype);
  }
  Object.assign(response, { [bodyKey]: text });
}

/** Returns the text of a response whose body may have been read before. The middleware's own responses have none yet. */
export async function takeText(response: Response): Promise<string> {
  if (!(bodyKey in response)) makeReadable(response, await response.text());
  return getText(response);
}

/** Frees the body of a response that no caller holds, because the runtime may keep the Response itself for a while. */
export function discardBody(response: Response): void {
  if (bodyKey in response) response[bodyKey] = '';
}
