/** Every exchange of a run, redacted on arrival and kept compressed, because there are thousands. */
import { deflateSync, inflateSync } from 'node:zlib';
import type { Exchange } from '../../../harness/evidence/index.ts';
import { exchangeRow, type ExchangeRow, type Timing } from './exchange-row.ts';
import type { Redactor } from '../../redact/index.ts';

export interface ExchangeRecord {
  readonly hear: (exchange: Exchange) => void;
  /** In the order of sending. Each iteration unpacks them, a packet at a time. */
  readonly rows: () => Iterable<ExchangeRow>;
  /** The number of exchanges that arrived after the record was full. */
  readonly beyond: () => number;
  readonly timings: () => ReadonlyMap<string, Timing>;
}

/** The number of exchanges that are compressed together, so that repeated headers cost little. */
const packet = 64;
/** A full run makes about 3,000. */
const usualRoom = 20_000;
/** The limit in packed bytes; a run of our own sandbox needs about 2 million. */
const mostPacked = 64_000_000;
/** Characters of one body: a full page of books fits, so that other tools can read the archive. */
const longestBody = 65_536;

/** Starts an empty record. */
export function createExchangeRecord(redact: Redactor, room = usualRoom): ExchangeRecord {
  const packed: Buffer[] = [];
  const took = new Map<string, Times>();
  let open: ExchangeRow[] = [];
  let [heard, kept, size] = [0, 0, 0];
  return {
    hear: (exchange) => {
      heard += 1;
      note(took, exchange);
      if (kept === room || size > mostPacked) return;
      kept += 1;
      open.push(exchangeRow(exchange, redact, longestBody));
      if (open.length < packet) return;
      const bytes = deflateSync(JSON.stringify(open));
      size += bytes.length;
      packed.push(bytes);
      open = [];
    },
    rows: () => ({
      *[Symbol.iterator]() {
        for (const bytes of packed) yield* unpacked(bytes);
        yield* open;
      },
    }),
    beyond: () => heard - kept,
    timings: () => new Map([...took].map(([operation, times]) => [operation, timingOf(times)])),
  };
}

function unpacked(bytes: Buffer): ExchangeRow[] {
  const rows: unknown = JSON.parse(inflateSync(bytes).toString('utf8'));
  return areRows(rows) ? rows : [];
}

/** We packed them ourselves. */
function areRows(value: unknown): value is ExchangeRow[] {
  return Array.isArray(value);
}

/** Times of calls; of very many, one of each `step` calls. */
interface Times {
  kept: number[];
  step: number;
  heard: number;
  longest: number;
}

/** Times that are kept of each operation: enough for a 95th percentile, however long a watch lasts. */
const mostTimes = 20_000;

function note(took: Map<string, Times>, { operation, took: time }: Exchange): void {
  if (operation === undefined) return;
  const times = took.get(operation) ?? { kept: [], step: 1, heard: 0, longest: 0 };
  took.set(operation, times);
  if (times.heard % times.step === 0) times.kept.push(time);
  times.heard += 1;
  times.longest = Math.max(times.longest, time);
  if (times.kept.length < mostTimes) return;
  times.kept = times.kept.filter((_, at) => at % 2 === 0);
  times.step *= 2;
}

function timingOf({ kept, longest }: Times): Timing {
  const sorted = kept.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { median: at(0.5), p95: at(0.95), longest: Math.round(longest) };
}
