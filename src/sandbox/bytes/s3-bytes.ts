/**
 * Keeps uploaded bytes in a bucket. A file becomes visible in a single request, once all its bytes have
 * arrived: by one PUT, or by completing an upload in parts.
 */
import { startLength, type FileStorage, type FileWriter } from './bytes.ts';
import { createS3Client, getXmlText, type S3Client, type S3Location } from './s3-client.ts';

/** The length of a part in bytes. S3 requires at least 5 MiB for every part except the last. */
const partLength = 8 * 1024 * 1024;

const parallelDeletes = 20;

/** Opens a bucket, and creates it if it is missing. */
export async function openS3Storage(location: S3Location): Promise<FileStorage> {
  const send = createS3Client(location);
  await openBucket(send);
  return {
    receive: async (key) => receive(send, key),
    size: async (key) => {
      const { status, headers } = await send({ method: 'HEAD', key: key });
      return status === 404 ? undefined : Number(headers.get('content-length') ?? 0);
    },
    readStart: (key) => readStart(send, key),
    remove: async (keys) => {
      for (let start = 0; start < keys.length; start += parallelDeletes) {
        const group = keys.slice(start, start + parallelDeletes);
        await Promise.all(group.map((key) => send({ method: 'DELETE', key })));
      }
    },
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

function receive(send: S3Client, key: string): FileWriter {
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
      parts ??= await startMultipartUpload(send, key);
      await parts.send(takeBody());
    },
    commit: async () => {
      if (parts === undefined) {
        await requireFound(send({ method: 'PUT', key: key, body: takeBody() }));
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
  const initiation = await requireFound(send({ method: 'POST', key, query: { uploads: '' } }));
  const uploadId = getXmlText(await initiation.text(), 'UploadId');
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
      const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const body = Buffer.from(xml);
      const response = await requireFound(send({ method: 'POST', key, query: { uploadId }, body }));
      // A completion can fail after the status 200 was sent.
      const text = await response.text();
      if (!text.includes('<Error>')) return;
      const code = getXmlText(text, 'Code') ?? 'no code';
      throw new Error(`The file storage did not store the file: ${code}.`);
    },
    abort: async () => {
      await send({ method: 'DELETE', key, query: { uploadId } });
    },
  };
}

async function readStart(send: S3Client, key: string): Promise<Uint8Array | undefined> {
  const range = `bytes=0-${startLength - 1}`;
  const request = send({ method: 'GET', key, headers: { range } });
  const response = await request.catch((error: unknown) => {
    // The range of an empty file has no bytes.
    if (error instanceof Error && 'status' in error && error.status === 416) return undefined;
    throw error;
  });
  if (response?.status === 404) return undefined;
  const bytes = new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer());
  return bytes.subarray(0, startLength);
}

/** Returns the response. Rejects if the bucket or the upload no longer exists. */
async function requireFound(request: Promise<Response>): Promise<Response> {
  const response = await request;
  if (response.status !== 404) return response;
  throw new Error('The file storage no longer has the bucket or the upload.');
}
