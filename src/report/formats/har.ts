/** Writes the exchanges of a run as an HTTP archive (HAR 1.2). */
import { STATUS_CODES } from 'node:http';
import type { Entry, Har, PostData, QueryString } from 'har-format';
import { omitUndefined } from '../../contract/omit-undefined.ts';
import type { ExchangeRow, Report } from '../record/index.ts';
import { formatCount } from '../wording/index.ts';

/** The redacted exchanges of a run. */
export interface RecordedExchanges {
  /** Returns the exchanges in the order of sending; may be called several times. */
  readonly rows: () => Iterable<ExchangeRow>;
  /** The number of exchanges that were not kept. */
  readonly omittedCount: number;
}

/** The parts of a report that identify its run. */
interface RunIdentity {
  readonly tool: Pick<Report['tool'], 'name' | 'version'>;
  readonly run: Pick<Report['run'], 'id' | 'startedAt'>;
}

/** Returns the archive as JSON. For an upload it contains only the size, the hash and the first bytes. */
export function writeHar({ tool, run }: RunIdentity, exchanges: RecordedExchanges): string {
  // One line for each entry, written at once, because the objects of a long run need ten times the memory of its text.
  const lines = Array.from(exchanges.rows(), (row) => JSON.stringify(toEntry(row, run.startedAt)));
  const { omittedCount } = exchanges;
  const omitted =
    omittedCount > 0 ? ` ${formatCount(omittedCount, 'more exchange')} not kept.` : '';
  const comment = `Run ${run.id}, redacted.${omitted}`;
  const creator = { name: tool.name, version: tool.version };
  const frame: Har = { log: { version: '1.2', creator, comment, entries: [] } };
  return JSON.stringify(frame).replace('[]}}', () => `[\n${lines.join(',\n')}\n]}}\n`);
}

/** An entry with a member of our own. Its name starts with an underscore (HAR 1.2, custom fields). */
interface NumberedEntry extends Entry {
  readonly _number: number;
}

function toEntry(row: ExchangeRow, runStartedAt: string): NumberedEntry {
  const content = serializeBody(row.responseBody);
  const size = Buffer.byteLength(content);
  // A URL must not contain the brackets around masked values.
  const url = row.url.replaceAll('[', '%5B').replaceAll(']', '%5D');
  return {
    _number: row.number,
    startedDateTime: row.startedAt ?? runStartedAt,
    time: row.took,
    request: {
      method: row.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValues(Object.entries(row.requestHeaders)),
      queryString: toNameValues(URL.canParse(url) ? new URL(url).searchParams : []),
      ...describeRequestBody(row),
      headersSize: -1,
    },
    response: {
      status: row.status,
      statusText: STATUS_CODES[row.status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValues(Object.entries(row.responseHeaders)),
      content: { size, mimeType: row.mediaType, ...(content !== '' && { text: content }) },
      redirectURL: row.responseHeaders['location'] ?? '',
      headersSize: -1,
      bodySize: size,
    },
    cache: {},
    timings: { send: 0, wait: row.took, receive: 0 },
    comment: `${row.number}: ${row.operation ?? 'no operation of the contract'}`,
  };
}

function toNameValues(pairs: Iterable<readonly [string, string]>): QueryString[] {
  return Array.from(pairs, ([name, value]) => ({ name, value }));
}

function describeRequestBody(row: ExchangeRow): { postData?: PostData; bodySize: number } {
  if (row.requestBody === undefined) return { bodySize: 0 };
  const mimeType = row.requestHeaders['content-type'] ?? '';
  const text = serializeBody(row.requestBody);
  // The body of an upload is recorded as `<size> bytes` (src/harness/wire).
  const [, size] = (row.operation === 'putFile' && /^(\d+) bytes$/.exec(text)) || [];
  if (size === undefined)
    return { postData: { mimeType, text }, bodySize: Buffer.byteLength(text) };
  const { requestSha256: _sha256, requestBeginning: _beginning } = row;
  const facts = omitUndefined({ _notKept: true, _sha256, _beginning });
  const postData = { mimeType, text: `${text}, not kept`, ...facts };
  return { postData, bodySize: Number(size) };
}

function serializeBody(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}
