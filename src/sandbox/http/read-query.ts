/** Reads the query of a request as values of the contract's types. */
import { toConcerns } from '../shapes/index.ts';
import type { SandboxParts, ReceivedRequest } from '../parts/index.ts';
import { type Concern, readingConcern, refuseIfAny } from '../readings/index.ts';

const names = ['page', 'perPage', 'sort', 'format', 'language'] as const;
const enumParameters: readonly string[] = ['sort', 'format'];

const enumValues = ['createdAt', 'title', 'productIdentifier', 'ebook', 'print', 'audio'] as const;

/** Only the list has a query; other operations ignore it. */
export function readQuery({ operation, url }: ReceivedRequest, parts: SandboxParts): Call['query'] {
  const start = url.indexOf('?');
  if (operation !== 'listBooks' || start < 0) return {};
  const parameters = new URLSearchParams(url.slice(start + 1));
  const concerns: Concern[] = unknownConcerns(parameters, parts);
  const query: Record<string, unknown> = {};
  for (const name of names) {
    const text = parameters.get(name);
    if (text === null || countsAsAbsent(name, text, parts)) continue;
    const { value, violations } = parts.shapes.parameter(
      operation,
      name,
      normalizeCase(name, text, parts),
    );
    query[name] = value;
    concerns.push(...toConcerns(operation, violations, parts.readings));
  }
  refuseIfAny(concerns);
  return query;
}

type Call = { readonly query: Readonly<Record<string, unknown>> };

function unknownConcerns(parameters: URLSearchParams, { readings }: SandboxParts): Concern[] {
  const knownNames: readonly string[] = names;
  return [...parameters.keys()]
    .filter((name) => !knownNames.includes(name))
    .flatMap((name) => [
      ...readingConcern(readings, 'list.unknown-param', {
        name,
        reason: 'This parameter is not known.',
      }),
    ]);
}

/** Returns whether an empty value counts as absent. An empty language always does. */
function countsAsAbsent(name: string, text: string, { readings }: SandboxParts): boolean {
  return text === '' && (name === 'language' || readings['list.empty-values'] === 'absent');
}

/** Returns a sort key or format in the contract's spelling, if the reading accepts other cases. */
function normalizeCase(name: string, text: string, { readings }: SandboxParts): string {
  if (!enumParameters.includes(name) || readings['list.enum-case'] === '400') return text;
  return enumValues.find((known) => known.toLowerCase() === text.toLowerCase()) ?? text;
}
