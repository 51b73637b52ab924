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
export function entryOf(exchange: RecordedExchange, recorder: Recorder): Entry {
  const { request, response, sentAt, took } = exchange;
  const { headers = (list) => list, text = (plain) => ({ text: plain }) } = recorder;
  const { entry = (one) => one, url = (one) => one, began = isoTime } = recorder;
  const listed = (all: object, isRequest: boolean): unknown =>
    headers(
      Object.entries(all).map(([name, value]) => ({ name, value: String(value) })),
      isRequest,
    );
  const typeOf = (all: Readonly<Record<string, string>>): string => all['content-type'] ?? '';
  const plain = {
    startedDateTime: began(sentAt),
    time: took,
    request: {
      method: request.method,
      url: url(request.url),
      headers: listed(request.headers, true),
      bodySize: request.size ?? 0,
      ...((request.size ?? 0) > 0 && {
        postData: { mimeType: typeOf(request.headers), text: request.text },
      }),
    },
    response:
      response === undefined
        ? { status: 0, statusText: '', headers: [], content: { size: 0, mimeType: 'x-unknown' } }
        : {
            status: response.status,
            headers: listed(response.headers, false),
            content: {
              size: response.text?.length ?? -1,
              mimeType: typeOf(response.headers),
              ...(response.text !== '' && text(response.text ?? '')),
            },
          },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  };
  return entry(plain, exchange);
}

/** Returns a whole archive. */
export function archive(entries: readonly Entry[], more: object = {}): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, ...more, entries } });
}
