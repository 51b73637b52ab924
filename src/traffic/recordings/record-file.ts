/** Writes exchanges to a JSON Lines file, without secrets. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { maskSecrets } from './mask-secrets.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

export type RecordFile = ReturnType<typeof openRecordFile>;

/** Opens an empty JSON Lines file for exchanges, which it numbers and masks. */
export function openRecordFile(path: string) {
  const stream = createWriteStream(path, { mode: 0o600 });
  let number = 0;
  return {
    write: async (exchange: RecordedExchange): Promise<void> => {
      number += 1;
      const line = JSON.stringify(maskSecrets({ ...exchange, number }));
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    },
    /** Skips the numbers of exchanges that were not recorded. */
    skip: (exchanges: number): void => {
      number += exchanges;
    },
    close: async (): Promise<void> => {
      stream.end();
      await once(stream, 'close');
    },
  };
}
