/**
 * Keeps uploaded bytes in a bucket. A file becomes visible in one request once all of it arrived: a
 * single PUT, or the completion of an upload in parts.
 */
import { beginningLength, type Bytes, type Incoming } from './bytes.ts';
import { createS3Client, xmlText, xmlTexts, type S3Client, type S3Place } from './s3-client.ts';

/** S3 takes parts of at least 5 MiB, except the last. */
const partLength = 8 * 1024 * 1024;

/**
 * Opens a bucket, which is created if it is missing.
 * @throws Error if the bucket cannot be used
 */
export async function s3Bytes(place: S3Place): Promise<Bytes> {
  const ask = createS3Client(place);
  await openBucket(ask);
  return {
    receive: async (fileId) => receive(ask, fileId),
    size: async (fileId) => {
      const { status, headers } = await ask({ method: 'HEAD', key: fileId });
      return status === 404 ? undefined : Number(headers.get('content-length') ?? 0);
    },
    beginning: (fileId) => beginningOf(ask, fileId),
    remove: async (fileId) => {
      await ask({ method: 'DELETE', key: fileId });
    },
    clear: () => removeFiles(ask, place.prefix),
  };
}

async function openBucket(ask: S3Client): Promise<void> {
  const isThere = async () => (await ask({ method: 'HEAD' })).status !== 404;
  if (await isThere()) return;
  try {
    await ask({ method: 'PUT' });
  } catch (error) {
    // Another process that started at the same time may have created the bucket.
    if (!(await isThere())) throw error;
  }
}

function receive(ask: S3Client, fileId: string): Incoming {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let parts: Awaited<ReturnType<typeof beginParts>> | undefined;
  const take = () => {
    const body = Buffer.concat(waiting);
    [waiting, length] = [[], 0];
    return body;
  };
  return {
    write: async (chunk) => {
      waiting.push(chunk);
      length += chunk.byteLength;
      if (length < partLength) return;
      parts ??= await beginParts(ask, fileId);
      await parts.send(take());
    },
    commit: async () => {
      if (parts === undefined) {
        await present(ask({ method: 'PUT', key: fileId, body: take() }));
        return;
      }
      if (length > 0) await parts.send(take());
      await parts.complete();
    },
    discard: async () => {
      await parts?.abort();
    },
  };
}

async function beginParts(ask: S3Client, key: string) {
  const begun = await present(ask({ method: 'POST', key, query: { uploads: '' } }));
  const uploadId = xmlText(await begun.text(), 'UploadId');
  if (uploadId === undefined) throw new Error('The file storage did not start a multipart upload.');
  const tags: string[] = [];
  return {
    send: async (body: Uint8Array<ArrayBuffer>) => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const { headers } = await present(ask({ method: 'PUT', key, query, body }));
      tags.push(headers.get('etag') ?? '');
    },
    complete: async () => {
      const parts = tags.map(
        (tag, index) =>
          `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
      );
      const body = Buffer.from(
        `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
      );
      const answer = await present(ask({ method: 'POST', key, query: { uploadId }, body }));
      // A completion can fail after the status 200 was sent.
      const text = await answer.text();
      if (text.includes('<Error>')) {
        throw new Error(
          `The file storage did not store the file: ${xmlText(text, 'Code') ?? 'no code'}.`,
        );
      }
    },
    abort: async () => {
      await ask({ method: 'DELETE', key, query: { uploadId } });
    },
  };
}

async function beginningOf(ask: S3Client, key: string): Promise<Uint8Array | undefined> {
  const range = `bytes=0-${beginningLength - 1}`;
  const answer = await ask({ method: 'GET', key, headers: { range } }).catch((error: unknown) => {
    // No byte of an empty file is in the range.
    if (error instanceof Error && 'status' in error && error.status === 416) return undefined;
    throw error;
  });
  if (answer?.status === 404) return undefined;
  const bytes = new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer());
  return bytes.subarray(0, beginningLength);
}

async function removeFiles(ask: S3Client, prefix: string): Promise<void> {
  for (;;) {
    const list = await ask({ method: 'GET', query: { 'list-type': '2', prefix } });
    const keys = xmlTexts(await list.text(), 'Key');
    for (const key of keys) {
      await ask({ method: 'DELETE', key: key.slice(prefix.length) });
    }
    if (keys.length === 0) return;
  }
}

/** Rejects when the bucket or the upload is gone. */
async function present(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (answer.status !== 404) return answer;
  throw new Error('The file storage no longer has the bucket or the upload.');
}
