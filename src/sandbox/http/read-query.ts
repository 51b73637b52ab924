/** Reads the query of a request as values of the contract's types. */
import { concernsOf } from '../shapes/index.ts';
import type { SandboxParts, ReceivedRequest } from '../parts/index.ts';
import { type Concern, open, refuseFor } from '../readings/index.ts';

const names = ['page', 'perPage', 'sort', 'format', 'language'] as const;
const closed: readonly string[] = ['sort', 'format'];

const spellings = ['createdAt', 'title', 'productIdentifier', 'ebook', 'print', 'audio'] as const;

/** Only the list has a query; other operations ignore it. */
export function readQuery({ operation, url }: ReceivedRequest, parts: SandboxParts): Call['query'] {
  const start = url.indexOf('?');
  if (operation !== 'listBooks' || start < 0) return {};
  const given = new URLSearchParams(url.slice(start + 1));
  const concerns: Concern[] = unknownConcerns(given, parts);
  const query: Record<string, unknown> = {};
  for (const name of names) {
    const text = given.get(name);
    if (text === null || passedOver(name, text, parts)) continue;
    const { value, misfits } = parts.shapes.parameter(operation, name, spelled(name, text, parts));
    query[name] = value;
    concerns.push(...concernsOf(operation, misfits, parts.readings));
  }
  refuseFor(concerns);
  return query;
}

type Call = { readonly query: Readonly<Record<string, unknown>> };

function unknownConcerns(given: URLSearchParams, { readings }: SandboxParts): Concern[] {
  const known: readonly string[] = names;
  return [...given.keys()]
    .filter((name) => !known.includes(name))
    .flatMap((name) => [
      ...open(readings, 'list.unknown-param', { name, reason: 'This parameter is not known.' }),
    ]);
}

/** Returns whether an empty value counts as absent. An empty language always does. */
function passedOver(name: string, text: string, { readings }: SandboxParts): boolean {
  return text === '' && (name === 'language' || readings['list.empty-values'] === 'absent');
}

/** Returns a sort key or format in the contract's spelling, if the reading accepts other cases. */
function spelled(name: string, text: string, { readings }: SandboxParts): string {
  if (!closed.includes(name) || readings['list.enum-case'] === '400') return text;
  return spellings.find((known) => known.toLowerCase() === text.toLowerCase()) ?? text;
}
