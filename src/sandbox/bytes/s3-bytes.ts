/**
 * Keeps uploaded bytes in a bucket. A file becomes visible in one request once all of it has arrived: a
 * single PUT, or the completion of an upload in parts.
 */
import { startLength, type Bytes, type IncomingFile } from './bytes.ts';
import { createS3Client, xmlText, xmlTexts, type S3Client, type S3Location } from './s3-client.ts';

/** S3 takes parts of at least 5 MiB, except the last. */
const partLength = 8 * 1024 * 1024;

/**
 * Opens a bucket, which is created if it is missing.
 * @throws Error if the bucket cannot be used
 */
export async function s3Bytes(place: S3Location): Promise<Bytes> {
  const send = createS3Client(place);
  await openBucket(send);
  return {
    receive: async (fileId) => receive(send, fileId),
    size: async (fileId) => {
      const { status, headers } = await send({ method: 'HEAD', key: fileId });
      return status === 404 ? undefined : Number(headers.get('content-length') ?? 0);
    },
    readStart: (fileId) => readStart(send, fileId),
    remove: async (fileId) => {
      await send({ method: 'DELETE', key: fileId });
    },
    clear: () => removeFiles(send, place.prefix),
  };
}

async function openBucket(send: S3Client): Promise<void> {
  const exists = async () => (await send({ method: 'HEAD' })).status !== 404;
  if (await exists()) return;
  try {
    await send({ method: 'PUT' });
  } catch (error) {
    // Another process that started at the same time may have created the bucket.
    if (!(await exists())) throw error;
  }
}

function receive(send: S3Client, fileId: string): IncomingFile {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let parts: Awaited<ReturnType<typeof startMultipartUpload>> | undefined;
  const takeBody = () => {
    const body = Buffer.concat(chunks);
    [chunks, length] = [[], 0];
    return body;
  };
  return {
    write: async (chunk) => {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length < partLength) return;
      parts ??= await startMultipartUpload(send, fileId);
      await parts.send(takeBody());
    },
    commit: async () => {
      if (parts === undefined) {
        await requireFound(send({ method: 'PUT', key: fileId, body: takeBody() }));
        return;
      }
      if (length > 0) await parts.send(takeBody());
      await parts.complete();
    },
    discard: async () => {
      await parts?.abort();
    },
  };
}

async function startMultipartUpload(send: S3Client, key: string) {
  const started = await requireFound(send({ method: 'POST', key, query: { uploads: '' } }));
  const uploadId = xmlText(await started.text(), 'UploadId');
  if (uploadId === undefined) throw new Error('The file storage did not start a multipart upload.');
  const etags: string[] = [];
  return {
    send: async (body: Uint8Array<ArrayBuffer>) => {
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { headers } = await requireFound(send({ method: 'PUT', key, query, body }));
      etags.push(headers.get('etag') ?? '');
    },
    complete: async () => {
      const parts = etags.map(
        (etag, index) =>
          `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
      );
      const body = Buffer.from(
        `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
      );
      const response = await requireFound(send({ method: 'POST', key, query: { uploadId }, body }));
      // A completion can fail after the status 200 was sent.
      const text = await response.text();
      if (text.includes('<Error>')) {
        throw new Error(
          `The file storage did not store the file: ${xmlText(text, 'Code') ?? 'no code'}.`,
        );
      }
    },
    abort: async () => {
      await send({ method: 'DELETE', key, query: { uploadId } });
    },
  };
}

async function readStart(send: S3Client, key: string): Promise<Uint8Array | undefined> {
  const range = `bytes=0-${startLength - 1}`;
  const response = await send({ method: 'GET', key, headers: { range } }).catch(
    (error: unknown) => {
      // No byte of an empty file is in the range.
      if (error instanceof Error && 'status' in error && error.status === 416) return undefined;
      throw error;
    },
  );
  if (response?.status === 404) return undefined;
  const bytes = new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer());
  return bytes.subarray(0, startLength);
}

async function removeFiles(send: S3Client, prefix: string): Promise<void> {
  for (;;) {
    const list = await send({ method: 'GET', query: { 'list-type': '2', prefix } });
    const keys = xmlTexts(await list.text(), 'Key');
    for (const key of keys) {
      await send({ method: 'DELETE', key: key.slice(prefix.length) });
    }
    if (keys.length === 0) return;
  }
}

/** Rejects when the bucket or the upload is gone. */
async function requireFound(request: Promise<Response>): Promise<Response> {
  const response = await request;
  if (response.status !== 404) return response;
  throw new Error('The file storage no longer has the bucket or the upload.');
}
