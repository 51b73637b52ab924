/** Stores the exchanges of a run, redacted and compressed, because there are thousands. */
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
  const timesByOperation = new Map<string, Times>();
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

/** The times of an operation's calls: a sample with every call, or with one of each `step` calls if there are too many. */
interface Times {
  sample: number[];
  step: number;
  count: number;
  longest: number;
}

/** The most times in a sample; enough for a 95th percentile, however long a watch lasts. */
const maxTimes = 20_000;

function addTime(timesByOperation: Map<string, Times>, exchange: Exchange): void {
  const { operation, sentAt, answeredAt } = exchange;
  if (operation === undefined) return;
  const time = answeredAt - sentAt;
  const times = timesByOperation.get(operation) ?? { sample: [], step: 1, count: 0, longest: 0 };
  timesByOperation.set(operation, times);
  if (times.count % times.step === 0) times.sample.push(time);
  times.count += 1;
  times.longest = Math.max(times.longest, time);
  if (times.sample.length < maxTimes) return;
  times.sample = times.sample.filter((_, index) => index % 2 === 0);
  times.step *= 2;
}

function toTiming({ sample, longest }: Times): Timing {
  const sorted = sample.toSorted((a, b) => a - b);
  const percentile = (share: number): number =>
    Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { median: percentile(0.5), p95: percentile(0.95), longest: Math.round(longest) };
}

/** Quotes any text for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
