/** Drifts that are likely one fault: shown by one answer, or by the same difference in answers of one operation. */
import { grouped } from './group-rows.ts';
import type { FindingRow } from '../record/index.ts';
import { onlyPlace } from './shorten-values.ts';

/** Drifts by likely cause, in the order in which the first of each came. */
export function byLikelyCause(rows: readonly FindingRow[]): FindingRow[][] {
  const causes: { readonly signs: Set<string>; readonly rows: FindingRow[] }[] = [];
  for (const group of grouped(rows, ({ requirement }) => requirement).values()) {
    const signs = new Set(group.flatMap(signsOf));
    const same = causes.find((cause) => [...signs].some((sign) => cause.signs.has(sign)));
    if (same === undefined) causes.push({ signs, rows: [...group] });
    else {
      same.rows.push(...group);
      for (const sign of signs) same.signs.add(sign);
    }
  }
  return causes.map((cause) => cause.rows);
}

function signsOf({ exchange, operation, values }: FindingRow): string[] {
  const signs = exchange === undefined ? [] : [`answer ${exchange.number}`];
  const place = values && onlyPlace(values.expected, values.actual);
  const names = place?.path.filter((name) => !/^\d+$/.test(name)) ?? [];
  // A place without a name is the whole value: of two lists of ids that says nothing.
  if (names.length > 0) signs.push(`${operation} ${names.join('/')}`);
  return signs;
}
