/** Signed requests to an S3-compatible server with retries, and presigned URLs of a file id, deadline and nonce. */
import { createHash, createHmac } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { type Grant, isSameSecret } from '../book/index.ts';

export interface S3Location {
  readonly bucket: string;
  /** The start of each key: empty, or ending with a slash. */
  readonly prefix: string;
  /** The address of the server, for servers other than Amazon's. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; the bucket itself when empty. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a request and returns the response if its status is below 300 or 404.
 * @throws Error with the code `S3_FAILED` and the status for any other response
 */
export type S3Client = (request: S3Request) => Promise<Response>;

/** Longer than a part takes on a slow network. */
const timeoutMs = 60_000;

export function createS3Client(location: S3Location): S3Client {
  const { accessKeyId, secretAccessKey, sessionToken, region } = location;
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: 3 });
  const { bucket, endpoint } = location;
  // Servers other than Amazon's expect the bucket in the path.
  const root = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
  return async ({ method, key = '', query = {}, headers = {}, body }) => {
    const path = key === '' ? '' : `/${location.prefix}${key}`;
    const search = new URLSearchParams(query).toString();
    const url = `${root}${path}${search === '' ? '' : `?${search}`}`;
    const hash = createHash('sha256').update(body ?? '');
    const response = await client.fetch(url, {
      method,
      // The server refuses a body that does not have this hash.
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status < 300 || response.status === 404) return response;
    throw new S3Error(method, response.status, await response.text());
  };
}

class S3Error extends Error {
  readonly code = 'S3_FAILED';
  readonly status: number;
  constructor(method: string, status: number, body: string) {
    const code = getXmlText(body, 'Code') ?? 'no code';
    super(`The file storage answered a ${method} with ${status} (${code}).`);
    this.name = 'S3Error';
    this.status = status;
  }
}

/** Returns the text of the first element with a name, or undefined. Does not unescape it, because ids need no escapes. */
export function getXmlText(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

export type PresignedUrls = ReturnType<typeof createPresignedUrls>;

/** @param origin returns the origin of the URL, given the URL of the request that gets it */
export function createPresignedUrls(secret: string, origin: (requestUrl: string) => string) {
  const computeSignature = (...signed: readonly (string | number)[]) =>
    createHmac('sha256', secret).update(signed.join(' ')).digest('hex');
  return {
    sign: ({ id, expiresAt, nonce }: Grant, requestUrl: string): string => {
      const signature = computeSignature(id, expiresAt, nonce);
      return `${origin(requestUrl)}/uploads/${id}?expires=${expiresAt}&nonce=${nonce}&signature=${signature}`;
    },
    /** Returns what a URL permits, or undefined if its signature is not valid. */
    verify: ({ pathname, searchParams }: URL) => {
      const fileId = /^\/uploads\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
      const expiresAt = Number(searchParams.get('expires') ?? Number.NaN);
      const nonce = searchParams.get('nonce') ?? '';
      if (fileId === undefined || !Number.isSafeInteger(expiresAt)) return undefined;
      const signature = searchParams.get('signature') ?? '';
      return isSameSecret(computeSignature(fileId, expiresAt, nonce), signature)
        ? { fileId, expiresAt, nonce }
        : undefined;
    },
  };
}
