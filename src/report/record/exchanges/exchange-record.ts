/** Stores the exchanges of a run, redacted and compressed, because there are thousands. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Exchange } from '../../../harness/evidence/index.ts';
import { toExchangeRow, type ExchangeRow, type Timing } from './exchange-row.ts';
import type { Redactor } from '../../redact.ts';

export interface ExchangeRecord {
  readonly add: (exchange: Exchange) => void;
  /** Returns the exchanges in the order of sending. Each iteration decompresses them, one packet at a time. */
  readonly rows: () => Iterable<ExchangeRow>;
  /** Returns the number of exchanges that arrived after the record was full. */
  readonly countOmitted: () => number;
  readonly timings: () => ReadonlyMap<string, Timing>;
}

/** The number of exchanges that are compressed together, so that repeated headers cost little. */
const packetSize = 64;
/** The most exchanges to store; a full run has about 3,000. */
const defaultCapacity = 20_000;
/** The most compressed bytes to store; a run against our own sandbox needs about 2 million. */
const maxPackedBytes = 64_000_000;
/** The most characters of one body. A full page of books fits, so that other tools can read the archive. */
const maxBodyLength = 65_536;

export function createExchangeRecord(redact: Redactor, capacity = defaultCapacity): ExchangeRecord {
  const packets: Buffer[] = [];
  const timesByOperation = new Map<string, RecordableHistogram>();
  let openPacket: ExchangeRow[] = [];
  let [receivedCount, keptCount, packedBytes] = [0, 0, 0];
  return {
    add: (exchange) => {
      receivedCount += 1;
      addTime(timesByOperation, exchange);
      if (keptCount === capacity || packedBytes > maxPackedBytes) return;
      keptCount += 1;
      openPacket.push(toExchangeRow(exchange, redact, maxBodyLength));
      if (openPacket.length < packetSize) return;
      const bytes = deflateSync(JSON.stringify(openPacket));
      packedBytes += bytes.length;
      packets.push(bytes);
      openPacket = [];
    },
    rows: () => ({
      *[Symbol.iterator]() {
        for (const bytes of packets) yield* unpack(bytes);
        yield* openPacket;
      },
    }),
    countOmitted: () => receivedCount - keptCount,
    timings: () =>
      new Map([...timesByOperation].map(([operation, times]) => [operation, toTiming(times)])),
  };
}

function unpack(bytes: Buffer): ExchangeRow[] {
  // Only this record writes packets.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return JSON.parse(inflateSync(bytes).toString('utf8')) as ExchangeRow[];
}

/** Adds the time of a call to those of its operation, in microseconds, because a histogram counts whole numbers. */
function addTime(times: Map<string, RecordableHistogram>, exchange: Exchange): void {
  const { operation, sentAt, answeredAt } = exchange;
  if (operation === undefined) return;
  const histogram = times.get(operation) ?? createHistogram();
  times.set(operation, histogram);
  histogram.record(Math.max(1, Math.round(1000 * (answeredAt - sentAt))));
}

function toTiming(histogram: RecordableHistogram): Timing {
  const toMilliseconds = (time: number): number => Math.round(time / 1000);
  return {
    median: toMilliseconds(histogram.percentile(50)),
    p95: toMilliseconds(histogram.percentile(95)),
    longest: toMilliseconds(histogram.max),
  };
}

/** Quotes any text for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
