/** Every exchange of a run, redacted on arrival and kept compressed, because there are thousands. */
import { deflateSync, inflateSync } from 'node:zlib';
import type { Exchange } from '../../../harness/evidence/index.ts';
import { toExchangeRow, type ExchangeRow, type Timing } from './exchange-row.ts';
import type { Redactor } from '../../redact/index.ts';

export interface ExchangeRecord {
  readonly add: (exchange: Exchange) => void;
  /** In the order of sending. Each iteration unpacks them, a packet at a time. */
  readonly rows: () => Iterable<ExchangeRow>;
  /** The number of exchanges that arrived after the record was full. */
  readonly countOmitted: () => number;
  readonly timings: () => ReadonlyMap<string, Timing>;
}

/** The number of exchanges that are compressed together, so that repeated headers cost little. */
const packetSize = 64;
/** A full run makes about 3,000. */
const defaultCapacity = 20_000;
/** The limit in packed bytes; a run of our own sandbox needs about 2 million. */
const maxPackedBytes = 64_000_000;
/** Characters of one body: a full page of books fits, so that other tools can read the archive. */
const maxBodyLength = 65_536;

/** Starts an empty record. */
export function createExchangeRecord(redact: Redactor, capacity = defaultCapacity): ExchangeRecord {
  const packed: Buffer[] = [];
  const timesByOperation = new Map<string, Times>();
  let open: ExchangeRow[] = [];
  let [received, kept, size] = [0, 0, 0];
  return {
    add: (exchange) => {
      received += 1;
      addTime(timesByOperation, exchange);
      if (kept === capacity || size > maxPackedBytes) return;
      kept += 1;
      open.push(toExchangeRow(exchange, redact, maxBodyLength));
      if (open.length < packetSize) return;
      const bytes = deflateSync(JSON.stringify(open));
      size += bytes.length;
      packed.push(bytes);
      open = [];
    },
    rows: () => ({
      *[Symbol.iterator]() {
        for (const bytes of packed) yield* unpack(bytes);
        yield* open;
      },
    }),
    countOmitted: () => received - kept,
    timings: () =>
      new Map([...timesByOperation].map(([operation, times]) => [operation, toTiming(times)])),
  };
}

function unpack(bytes: Buffer): ExchangeRow[] {
  const rows: unknown = JSON.parse(inflateSync(bytes).toString('utf8'));
  return isRowList(rows) ? rows : [];
}

/** We packed them ourselves. */
function isRowList(value: unknown): value is ExchangeRow[] {
  return Array.isArray(value);
}

/** Times of calls; of very many, one of each `step` calls. */
interface Times {
  sample: number[];
  step: number;
  count: number;
  longest: number;
}

/** Times that are kept of each operation: enough for a 95th percentile, however long a watch lasts. */
const maxTimes = 20_000;

function addTime(timesByOperation: Map<string, Times>, { operation, took: time }: Exchange): void {
  if (operation === undefined) return;
  const times = timesByOperation.get(operation) ?? { sample: [], step: 1, count: 0, longest: 0 };
  timesByOperation.set(operation, times);
  if (times.count % times.step === 0) times.sample.push(time);
  times.count += 1;
  times.longest = Math.max(times.longest, time);
  if (times.sample.length < maxTimes) return;
  times.sample = times.sample.filter((_, at) => at % 2 === 0);
  times.step *= 2;
}

function toTiming({ sample, longest }: Times): Timing {
  const sorted = sample.toSorted((a, b) => a - b);
  const percentile = (share: number): number =>
    Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { median: percentile(0.5), p95: percentile(0.95), longest: Math.round(longest) };
}
