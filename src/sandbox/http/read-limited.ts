/** The bytes of a request's body, up to a limit. */

/**
 * Reads a body.
 * @param announced the Content-Length
 * @param limit in bytes
 * @returns undefined if the body is larger than the limit
 */
export async function readLimited(
  request: Request,
  announced: string | undefined,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (announced !== undefined && Number(announced) > limit) return undefined;
  if (announced !== undefined) return new Uint8Array(await request.arrayBuffer());
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
