/** The headings of the requirements page, in the document's order, with the ids under each. */

export interface Area {
  readonly title: string;
  /** Ids, or prefixes of ids. The longest match wins. */
  readonly prefixes: readonly string[];
}

function splitWords(text: string): readonly string[] {
  return text.split(/\s+/);
}

export const areas: readonly Area[] = [
  {
    title: 'Paths, bodies and ids',
    prefixes:
      splitWords(`path target body interface id uuid route request location timestamps string
      consistency concurrency idempotency`),
  },
  { title: 'Authentication', prefixes: ['auth', 'account', 'tenancy'] },
  { title: 'Book', prefixes: ['book'] },
  { title: 'ISBN', prefixes: ['isbn'] },
  { title: 'Publication date', prefixes: ['date'] },
  { title: 'Contributors and prices', prefixes: ['contributor', 'price'] },
  { title: 'Audio details', prefixes: ['audio-details'] },
  { title: 'Chapters', prefixes: ['chapters'] },
  { title: 'Create', prefixes: ['create'] },
  { title: 'List', prefixes: ['list'] },
  { title: 'Read', prefixes: ['read', 'not-found'] },
  { title: 'Look up by external id', prefixes: ['lookup', 'external'] },
  { title: 'Update', prefixes: ['update'] },
  { title: 'Request uploads', prefixes: ['upload'] },
  { title: 'Upload the bytes', prefixes: ['put', 'reused-409'] },
  { title: 'Attach', prefixes: ['attach'] },
  { title: 'Publish', prefixes: ['publish'] },
  { title: 'Unpublish', prefixes: ['unpublish'] },
  { title: 'Delete', prefixes: ['delete'] },
  { title: 'Status', prefixes: ['status'] },
  {
    title: 'Problems and errors',
    prefixes: splitWords('problem message error errors status.400-vs-422 codes-per-endpoint'),
  },
  { title: 'Flows', prefixes: ['flow'] },
  { title: 'Files', prefixes: ['files', 'file'] },
  {
    title: 'Limits, versions and events',
    prefixes: ['rate-limits', 'sizes', 'book-count', 'deprecation', 'events'],
  },
  { title: 'Callers', prefixes: ['caller'] },
];

/**
 * Returns the area of an id.
 * @throws Error if no prefix matches
 */
export function findArea(id: string): Area {
  const matches = areas
    .flatMap((area) => area.prefixes.map((prefix) => ({ area, prefix })))
    .filter(({ prefix }) => id === prefix || id.startsWith(`${prefix}.`))
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  const best = matches[0];
  if (best === undefined) {
    throw new Error(`${id} has no heading. Add its prefix to src/contract/requirement-areas.ts.`);
  }
  return best.area;
}
