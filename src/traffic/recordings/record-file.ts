/** Writes exchanges as JSON Lines, without keys and without what signs upload URLs. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { maskSecrets } from './mask-secrets.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

export interface RecordFile {
  readonly write: (exchange: RecordedExchange) => Promise<void>;
  /** Leaves out the numbers of exchanges that are not known. */
  readonly skip: (exchanges: number) => void;
  readonly close: () => Promise<void>;
}

/** Opens the file and empties it. */
export function openRecordFile(path: string): RecordFile {
  const stream = createWriteStream(path, { mode: 0o600 });
  let number = 0;
  return {
    write: async (exchange) => {
      number += 1;
      const line = JSON.stringify(maskSecrets({ ...exchange, number }));
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    },
    skip: (exchanges) => {
      number += exchanges;
    },
    close: async () => {
      stream.end();
      await once(stream, 'close');
    },
  };
}
