/** Creates recordings: HAR archives as other programs write them, and our own files. */
import {
  maskSecrets,
  type RecordedExchange,
  type RecordedResponse,
} from '../../../src/traffic/recordings/index.ts';

export type Entry = Readonly<Record<string, unknown>>;
export type HeaderList = readonly { readonly name: string; readonly value: string }[];

/** The ways in which a program writes archives differently from browsers. */
export interface Recorder {
  readonly writeHeaders?: (headers: HeaderList, isRequest: boolean) => unknown;
  readonly changeEntry?: (entry: Entry, exchange: RecordedExchange) => Entry;
  /** Returns the members that hold the text of a response body. */
  readonly writeText?: (text: string) => object;
  readonly changeUrl?: (url: string) => string;
  readonly formatStart?: (sentAt: number) => string;
}

/** Formats epoch milliseconds as browsers do. */
export function formatIsoTime(sentAt: number): string {
  return new Date(sentAt).toISOString();
}

/** Returns exchanges as `watch` records them. */
export function toJsonLines(exchanges: readonly RecordedExchange[]): string {
  return exchanges.map((exchange) => `${JSON.stringify(maskSecrets(exchange))}\n`).join('');
}

/** Creates the entry of an exchange as a recorder writes it. */
export function createHarEntry(exchange: RecordedExchange, recorder: Recorder): Entry {
  const { request, response, sentAt, took } = exchange;
  const {
    changeEntry = (entry) => entry,
    changeUrl = (url) => url,
    formatStart = formatIsoTime,
  } = recorder;
  const defaultEntry = {
    startedDateTime: formatStart(sentAt),
    time: took,
    request: {
      method: request.method,
      url: changeUrl(request.url),
      headers: listHeaders(request.headers, recorder, true),
      bodySize: request.size ?? 0,
      ...((request.size ?? 0) > 0 && {
        postData: { mimeType: request.headers['content-type'] ?? '', text: request.text },
      }),
    },
    response:
      response === undefined
        ? { status: 0, statusText: '', headers: [], content: { size: 0, mimeType: 'x-unknown' } }
        : createHarResponse(response, recorder),
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  };
  return changeEntry(defaultEntry, exchange);
}

function createHarResponse({ status, headers, text }: RecordedResponse, recorder: Recorder) {
  const { writeText = (bodyText) => ({ text: bodyText }) } = recorder;
  return {
    status,
    headers: listHeaders(headers, recorder, false),
    content: {
      size: text?.length ?? -1,
      mimeType: headers['content-type'] ?? '',
      ...(text !== '' && writeText(text ?? '')),
    },
  };
}

function listHeaders(
  headers: Readonly<Record<string, string>>,
  { writeHeaders = (list) => list }: Recorder,
  isRequest: boolean,
): unknown {
  return writeHeaders(
    Object.entries(headers).map(([name, value]) => ({ name, value })),
    isRequest,
  );
}

/** Returns the text of an archive with these entries. */
export function createHar(entries: readonly Entry[], extraFields: object = {}): string {
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 'x' }, ...extraFields, entries },
  });
}
