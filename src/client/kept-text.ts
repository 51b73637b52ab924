/** Gives an answer whose body was read already back as one whose body can still be read. */

/**
 * The same Response, not another around it (which costs more than the whole call beneath): its body
 * comes from the text, as often as wanted.
 */
export function keepText(response: Response, text: string): Response {
  const { status, statusText, headers } = response;
  const copy = () => new Response(text === '' ? null : text, { status, statusText, headers });
  return Object.defineProperties(response, {
    text: { value: async () => text },
    json: { value: async (): Promise<unknown> => JSON.parse(text) },
    arrayBuffer: { value: async () => copy().arrayBuffer() },
    blob: { value: async () => copy().blob() },
    clone: { value: copy },
    body: { get: () => copy().body },
    bodyUsed: { value: false },
  });
}
