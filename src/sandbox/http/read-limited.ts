/** The text of a request's body, as long as it is no longer than allowed. */

/**
 * @param announced the Content-Length
 * @param limit in bytes
 * @returns undefined when there is more
 */
export async function readLimited(
  request: Request,
  announced: string | undefined,
  limit: number,
): Promise<string | undefined> {
  if (announced !== undefined && Number(announced) > limit) return undefined;
  if (announced !== undefined) return request.text();
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
