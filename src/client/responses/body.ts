/** Reads bodies up to a limit, and lets a response be read again after its body was. */
import { isObject } from '../json.ts';
import { isNode } from '../runtime.ts';
import { readStream } from '../streams.ts';

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
export function readBody(response: Response): Promise<BodyText> {
  return readText(response, response.ok ? largestBody : largestRefusal);
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

/** Where a response keeps its body. A WeakMap would keep every body until a long garbage collection. */
const kept = Symbol('body');

/** For each class of responses, its prototype with the methods that read the kept body. */
const prototypes = new WeakMap<object, object>();

/** Makes the body readable again. The Response stays the same, because wrapping it costs more than the whole call. */
export function makeReadable(response: Response, text: string): Response {
  const original: unknown = Object.getPrototypeOf(response);
  // Not `instanceof Object`: in Jest, what `fetch` returns comes from another realm.
  if (!isObject(original)) return response;
  let prototype = prototypes.get(original);
  if (prototype === undefined) prototypes.set(original, (prototype = createPrototype(original)));
  Object.setPrototypeOf(Object.assign(response, { [kept]: text }), prototype);
  return response;
}

/** Drops the body of a response that no caller has. The runtime keeps the Response itself for a while. */
export function discardBody(response: Response): void {
  if (kept in response) response[kept] = '';
}

function createPrototype(original: object): object {
  const textOf = (response: Response) => String(Reflect.get(response, kept));
  const copy = (response: Response) => {
    const { status, statusText, headers } = response;
    return new Response(textOf(response) || null, { status, statusText, headers });
  };
  const methods = {
    async text(this: Response) {
      return textOf(this);
    },
    async json(this: Response): Promise<unknown> {
      return JSON.parse(textOf(this));
    },
    async blob(this: Response) {
      return copy(this).blob();
    },
    async arrayBuffer(this: Response) {
      return copy(this).arrayBuffer();
    },
    async bytes(this: Response) {
      return new Uint8Array(await copy(this).arrayBuffer());
    },
    clone(this: Response) {
      return copy(this);
    },
    get body(): unknown {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- an accessor cannot declare its `this`
      return copy(this as unknown as Response).body;
    },
    bodyUsed: false,
  };
  const prototype = Object.defineProperties({}, Object.getOwnPropertyDescriptors(methods));
  Object.setPrototypeOf(prototype, original);
  return prototype;
}
