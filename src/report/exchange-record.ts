/** Every exchange of a run, redacted as it comes and kept packed: thousands of them must not weigh on the run. */
import { deflateSync, inflateSync } from 'node:zlib';
import type { Exchange } from '../harness/exchange.ts';
import { exchangeRow } from './exchange-row.ts';
import type { Redactor } from './redact.ts';
import type { ExchangeRow, Timing } from './report.ts';

export interface ExchangeRecord {
  readonly hear: (exchange: Exchange) => void;
  /** In the order of sending, unpacked a packet at a time. */
  readonly rows: () => Generator<ExchangeRow>;
  /** How many came after the record was full. */
  readonly beyond: () => number;
  /** How long each operation took, by its id. */
  readonly timings: () => ReadonlyMap<string, Timing>;
}

/** Exchanges that are packed together: enough of them repeat each other's headers. */
const packet = 64;
/** About 5 MB packed; a run of ours makes some 3,000. */
const usualRoom = 20_000;

/** Starts an empty record. */
export function createExchangeRecord(redact: Redactor, room = usualRoom): ExchangeRecord {
  const packed: Buffer[] = [];
  const took = new Map<string, number[]>();
  let open: ExchangeRow[] = [];
  let heard = 0;
  return {
    hear: (exchange) => {
      heard += 1;
      note(took, exchange);
      if (heard > room) return;
      open.push(exchangeRow(exchange, redact));
      if (open.length < packet) return;
      packed.push(deflateSync(JSON.stringify(open)));
      open = [];
    },
    *rows() {
      for (const bytes of packed) yield* unpacked(bytes);
      yield* open;
    },
    beyond: () => Math.max(0, heard - room),
    timings: () => new Map([...took].map(([operation, times]) => [operation, timingOf(times)])),
  };
}

function unpacked(bytes: Buffer): ExchangeRow[] {
  const rows: ExchangeRow[] = JSON.parse(inflateSync(bytes).toString('utf8'));
  return rows;
}

function note(took: Map<string, number[]>, { operation, took: time }: Exchange): void {
  if (operation === undefined) return;
  const times = took.get(operation);
  if (times) times.push(time);
  else took.set(operation, [time]);
}

function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { median: at(0.5), p95: at(0.95), longest: at(1) };
}
