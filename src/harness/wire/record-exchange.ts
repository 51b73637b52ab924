/** Turns a request and its raw response into the record that verdicts rest on. */
import { createHash } from 'node:crypto';
import type { OperationId } from '../../contract/operations.ts';
import {
  type Exchange,
  digestUrl,
  maskedHeaders,
  maskedUrl,
  type SentRequest,
} from '../evidence/index.ts';

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly operation: OperationId | undefined;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
  readonly shown: unknown;
  readonly key: SentRequest['key'];
}

/** A response before it is parsed. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly sentAt: number;
  readonly took: number;
}

/** Records one exchange, with secrets masked. */
export function recordExchange(
  number: number,
  outgoing: OutgoingRequest,
  response: RawResponse,
): Exchange {
  const mediaType = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
  return {
    number,
    operation: outgoing.operation,
    request: recordRequest(outgoing),
    status: response.status,
    headers: response.headers,
    mediaType: mediaType.trim().toLowerCase(),
    text: response.text,
    body: parseJson(response.text),
    sentAt: response.sentAt,
    took: response.took,
  };
}

/** Records a request, with secrets masked. */
export function recordRequest(outgoing: OutgoingRequest): SentRequest {
  return {
    method: outgoing.method,
    url: outgoing.operation === 'putFile' ? maskedUrl(outgoing.url) : outgoing.url,
    path: outgoing.path,
    headers: maskedHeaders(outgoing.headers),
    body: outgoing.shown,
    key: outgoing.key,
    ...readBytes(outgoing.body),
    ...(outgoing.operation === 'putFile' && { urlDigest: digestUrl(outgoing.url) }),
  };
}

/** Sample files are far smaller; what is larger could not be written into a script anyway. */
const fewBytes = 4096;

function readBytes(
  body: OutgoingRequest['body'],
): Pick<SentRequest, 'bytes' | 'sha256' | 'beginning'> {
  if (!(body instanceof Uint8Array)) return {};
  const sha256 = createHash('sha256').update(body).digest('hex');
  const beginning = Buffer.from(body.subarray(0, 64)).toString('base64');
  return { sha256, beginning, ...(body.length <= fewBytes && { bytes: body }) };
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
