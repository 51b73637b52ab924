/** URLs that carry their own permission: which file, until when, and a signature over both. */
import { createHmac } from 'node:crypto';
import { type Grant, isSameSecret } from '../book/index.ts';

/** The content of a presigned URL. */
interface Permit {
  readonly fileId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly nonce: string;
}

export type PresignedUrls = ReturnType<typeof presignedUrls>;

/**
 * @param secret the signing key
 * @param origin called for each URL, because a server learns its port late
 */
export function presignedUrls(secret: string, origin: () => string) {
  const signature = ({ fileId, expiresAt, nonce }: Permit) =>
    createHmac('sha256', secret).update(`${fileId} ${expiresAt} ${nonce}`).digest('hex');
  return {
    sign: ({ id, expiresAt, nonce }: Grant): string => {
      const signed = signature({ fileId: id, expiresAt, nonce });
      return `${origin()}/uploads/${id}?expires=${expiresAt}&nonce=${nonce}&signature=${signed}`;
    },
    /** Returns the permission in a URL, or undefined if its signature is not valid. */
    verify: ({ pathname, searchParams }: URL): Permit | undefined => {
      const fileId = /^\/uploads\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
      const expiresAt = Number(searchParams.get('expires') ?? Number.NaN);
      const nonce = searchParams.get('nonce') ?? '';
      if (fileId === undefined || !Number.isSafeInteger(expiresAt)) return undefined;
      const permit = { fileId, expiresAt, nonce };
      const signed = searchParams.get('signature') ?? '';
      return isSameSecret(signature(permit), signed) ? permit : undefined;
    },
  };
}
