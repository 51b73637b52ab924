/** Parses the query of a request into values of the contract's types. */
import type { Parameter } from '../../contract/operations.ts';
import { findListParameter } from '../../contract/fields.ts';
import { toConcerns } from '../shapes/index.ts';
import type { Parts, KeyedRequest } from '../parts/index.ts';
import { type Concern, applyReading, refuseIfAny } from '../readings/index.ts';

/** Parses the query. An operation without query parameters ignores it. */
export function parseQuery({ operation, url }: KeyedRequest, parts: Parts) {
  const known = parts.contract.operations[operation].parameters.filter(isQueryParameter);
  const start = url.indexOf('?');
  if (known.length === 0 || start < 0) return {};
  const sent = new URLSearchParams(url.slice(start + 1));
  const concerns: Concern[] = findUnknownConcerns(sent, known, parts);
  const query: Record<string, unknown> = {};
  for (const { name } of known) {
    const text = sent.get(name);
    if (text === null || countsAsAbsent(text, parts)) continue;
    const reading = parts.shapes.parameter(operation, name, text);
    query[name] = normalizeCase(name, reading.value, parts);
    // The only open numbers are very large pages, which are empty like every page after the last.
    const openValues = typeof reading.value === 'number' ? [] : reading.openValues;
    const { violations } = reading;
    const documented = parts.contract.operations[operation];
    concerns.push(...toConcerns(documented, { violations, openValues }, parts.readings));
  }
  refuseIfAny(concerns);
  return query;
}

function isQueryParameter(parameter: Parameter): boolean {
  return parameter.in === 'query';
}

function findUnknownConcerns(
  sent: URLSearchParams,
  known: readonly Parameter[],
  { readings }: Parts,
): Concern[] {
  const reason = 'The list has no such parameter.';
  return [...sent.keys()]
    .filter((name) => !known.some((parameter) => parameter.name === name))
    .flatMap((name) => [...applyReading(readings, 'list.unknown-param', { name, reason })]);
}

function countsAsAbsent(text: string, { readings }: Parts): boolean {
  return text === '' && readings['list.empty-values'] === 'absent';
}

/** Returns a value in the contract's spelling if the reading accepts other cases. */
function normalizeCase(name: string, value: unknown, { contract, readings }: Parts): unknown {
  if (readings['list.enum-case'] === '400') return value;
  const spell = (text: unknown): string => String(text).toLowerCase();
  return (
    findListParameter(name, contract)?.values?.find((known) => spell(known) === spell(value)) ??
    value
  );
}
