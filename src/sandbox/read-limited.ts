/** The text of a request's body, as long as it is no longer than allowed. */

/**
 * @param limit in bytes
 * @returns undefined when there is more
 */
export async function readLimited(request: Request, limit: number): Promise<string | undefined> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limit) return undefined;
  if (announced !== null) return request.text();
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
