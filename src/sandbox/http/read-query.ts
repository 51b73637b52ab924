/** Parses the query of a request into values of the contract's types. */
import { toConcerns } from '../shapes/index.ts';
import type { Parts, KeyedRequest } from '../parts/index.ts';
import { type Concern, applyReading, refuseIfAny } from '../readings/index.ts';

const parameterNames = ['page', 'perPage', 'sort', 'format', 'language'] as const;
const enumParameters: readonly string[] = ['sort', 'format'];

const enumValues = ['createdAt', 'title', 'productIdentifier', 'ebook', 'print', 'audio'] as const;

/** Parses the query of a list. Other operations ignore the query. */
export function parseQuery({ operation, url }: KeyedRequest, parts: Parts) {
  const start = url.indexOf('?');
  if (operation !== 'listBooks' || start < 0) return {};
  const parameters = new URLSearchParams(url.slice(start + 1));
  const concerns: Concern[] = findUnknownConcerns(parameters, parts);
  const query: Record<string, unknown> = {};
  for (const name of parameterNames) {
    const text = parameters.get(name);
    if (text === null || countsAsAbsent(name, text, parts)) continue;
    const knownText = normalizeCase(name, text, parts);
    const { value, violations } = parts.shapes.parameter(operation, name, knownText);
    query[name] = value;
    concerns.push(...toConcerns(operation, violations, parts.readings));
  }
  refuseIfAny(concerns);
  return query;
}

function findUnknownConcerns(parameters: URLSearchParams, { readings }: Parts): Concern[] {
  const knownNames: readonly string[] = parameterNames;
  const reason = 'The list has no such parameter.';
  return [...parameters.keys()]
    .filter((name) => !knownNames.includes(name))
    .flatMap((name) => [...applyReading(readings, 'list.unknown-param', { name, reason })]);
}

/** Returns whether a parameter counts as absent: an empty language, or any empty value if the reading says so. */
function countsAsAbsent(name: string, text: string, { readings }: Parts): boolean {
  return text === '' && (name === 'language' || readings['list.empty-values'] === 'absent');
}

/** Returns a sort key or format in the contract's spelling if the reading accepts other cases. */
function normalizeCase(name: string, text: string, { readings }: Parts): string {
  if (!enumParameters.includes(name) || readings['list.enum-case'] === '400') return text;
  return enumValues.find((enumValue) => enumValue.toLowerCase() === text.toLowerCase()) ?? text;
}
