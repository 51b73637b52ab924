/** Reads the statuses of a drift of a status. */
import type { FindingRow } from '../record/index.ts';

export interface WrongStatus {
  /** Such as `404`, `400 or 422`, or `2xx`. */
  readonly expected: string;
  /** The expected ones one by one. */
  readonly permitted: readonly string[];
  readonly actual: number;
}

/** Returns both statuses; undefined for a drift of anything else. */
export function statusesOf({ expected, actual }: FindingRow): WrongStatus | undefined {
  const list = /^(?:one of the readings: )?([1-5](?:\d\d|xx)(?:(?: or |, )[1-5]\d\d)*)/i;
  const [, wanted] = list.exec(expected) ?? [];
  const [received] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  if (wanted === undefined || received === undefined) return undefined;
  const permitted = wanted.toLowerCase().split(/ or |, /);
  const fits = permitted.some((one) => one === received || one === `${received.charAt(0)}xx`);
  if (fits) return undefined;
  return { expected: permitted.join(' or '), permitted, actual: Number(received) };
}
