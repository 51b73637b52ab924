/** Archives as programs other than ours write them. */
import type { RecordedExchange } from '../recordings/index.ts';

export type Entry = Readonly<Record<string, unknown>>;
export type HeaderList = readonly { readonly name: string; readonly value: string }[];

/** The differences in how a program writes archives. */
export interface Recorder {
  readonly headers?: (headers: HeaderList, isRequest: boolean) => unknown;
  readonly entry?: (entry: Entry, exchange: RecordedExchange) => Entry;
  /** The text of a body in the archive. */
  readonly text?: (text: string) => object;
  readonly url?: (url: string) => string;
  readonly began?: (sentAt: number) => string;
}

/** Writes epoch milliseconds as browsers do. */
export function isoTime(sentAt: number): string {
  return new Date(sentAt).toISOString();
}

/** One entry as browsers write it. */
export function createHarEntry(exchange: RecordedExchange, recorder: Recorder): Entry {
  const { request, response, sentAt, took } = exchange;
  const { headers = (list) => list, text = (defaultEntry) => ({ text: defaultEntry }) } = recorder;
  const { entry = (one) => one, url = (one) => one, began = isoTime } = recorder;
  const listHeaders = (all: object, isRequest: boolean): unknown =>
    headers(
      Object.entries(all).map(([name, value]) => ({ name, value: String(value) })),
      isRequest,
    );
  const readContentType = (all: Readonly<Record<string, string>>): string =>
    all['content-type'] ?? '';
  const defaultEntry = {
    startedDateTime: began(sentAt),
    time: took,
    request: {
      method: request.method,
      url: url(request.url),
      headers: listHeaders(request.headers, true),
      bodySize: request.size ?? 0,
      ...((request.size ?? 0) > 0 && {
        postData: { mimeType: readContentType(request.headers), text: request.text },
      }),
    },
    response:
      response === undefined
        ? { status: 0, statusText: '', headers: [], content: { size: 0, mimeType: 'x-unknown' } }
        : {
            status: response.status,
            headers: listHeaders(response.headers, false),
            content: {
              size: response.text?.length ?? -1,
              mimeType: readContentType(response.headers),
              ...(response.text !== '' && text(response.text ?? '')),
            },
          },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  };
  return entry(defaultEntry, exchange);
}

/** Returns a whole archive. */
export function createHar(entries: readonly Entry[], more: object = {}): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, ...more, entries } });
}
