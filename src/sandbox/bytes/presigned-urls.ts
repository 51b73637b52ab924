/** Presigned URLs. Each has a file id, a deadline, a nonce and a signature of these three. */
import { createHmac } from 'node:crypto';
import { type Grant, isSameSecret } from '../book/index.ts';

interface Permit {
  readonly fileId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly nonce: string;
}

export type PresignedUrls = ReturnType<typeof createPresignedUrls>;

/**
 * Creates the functions that sign and verify URLs.
 * @param secret the signing key
 * @param origin called for each URL, because the port is unknown until the server listens
 */
export function createPresignedUrls(secret: string, origin: () => string) {
  const computeSignature = ({ fileId, expiresAt, nonce }: Permit) =>
    createHmac('sha256', secret).update(`${fileId} ${expiresAt} ${nonce}`).digest('hex');
  return {
    sign: ({ id, expiresAt, nonce }: Grant): string => {
      const signature = computeSignature({ fileId: id, expiresAt, nonce });
      return `${origin()}/uploads/${id}?expires=${expiresAt}&nonce=${nonce}&signature=${signature}`;
    },
    /** Returns the permit in a URL, or undefined if its signature is not valid. */
    verify: ({ pathname, searchParams }: URL): Permit | undefined => {
      const fileId = /^\/uploads\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
      const expiresAt = Number(searchParams.get('expires') ?? Number.NaN);
      const nonce = searchParams.get('nonce') ?? '';
      if (fileId === undefined || !Number.isSafeInteger(expiresAt)) return undefined;
      const permit = { fileId, expiresAt, nonce };
      const receivedSignature = searchParams.get('signature') ?? '';
      return isSameSecret(computeSignature(permit), receivedSignature) ? permit : undefined;
    },
  };
}
