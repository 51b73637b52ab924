/** Writes exchanges as JSON Lines, without keys and without what signs upload URLs. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { maskSecrets } from '../../traffic/recordings/index.ts';
import type { RecordedExchange } from '../../traffic/recordings/index.ts';

export interface RecordFile {
  readonly write: (exchange: RecordedExchange) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the file and adds to what it has. */
export function openRecordFile(path: string): RecordFile {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  return {
    write: async (exchange) => {
      if (!stream.write(`${JSON.stringify(maskSecrets(exchange))}\n`)) await once(stream, 'drain');
    },
    close: async () => {
      stream.end();
      await once(stream, 'close');
    },
  };
}
