/** The headings of the requirements page, in the document's order, with the ids under each. */

export interface Area {
  readonly title: string;
  /** Whole ids or prefixes of ids; the longest match wins. */
  readonly holds: readonly string[];
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}

export const areas: readonly Area[] = [
  {
    title: 'Paths, bodies and ids',
    holds: words(`path target body interface id uuid route request location timestamps string
      consistency concurrency idempotency`),
  },
  { title: 'Authentication', holds: ['auth', 'account', 'tenancy'] },
  { title: 'Book', holds: ['book'] },
  { title: 'ISBN', holds: ['isbn'] },
  { title: 'Publication date', holds: ['date'] },
  { title: 'Contributors and prices', holds: ['contributor', 'price'] },
  { title: 'Audio details', holds: ['audio-details'] },
  { title: 'Chapters', holds: ['chapters'] },
  { title: 'Create', holds: ['create'] },
  { title: 'List', holds: ['list'] },
  { title: 'Read', holds: ['read', 'not-found'] },
  { title: 'Look up by external id', holds: ['lookup', 'external'] },
  { title: 'Update', holds: ['update'] },
  { title: 'Request uploads', holds: ['upload'] },
  { title: 'Upload the bytes', holds: ['put', 'reused-409'] },
  { title: 'Attach', holds: ['attach'] },
  { title: 'Publish', holds: ['publish'] },
  { title: 'Unpublish', holds: ['unpublish'] },
  { title: 'Delete', holds: ['delete'] },
  { title: 'Status', holds: ['status'] },
  {
    title: 'Problems and errors',
    holds: words('problem message error errors status.400-vs-422 codes-per-endpoint'),
  },
  { title: 'Flows', holds: ['flow'] },
  { title: 'Files', holds: ['files', 'file'] },
  {
    title: 'Limits, versions and events',
    holds: ['rate-limits', 'sizes', 'book-count', 'deprecation', 'events'],
  },
  { title: 'Callers', holds: ['caller'] },
];

/**
 * Returns the heading of an id.
 * @throws Error if no heading matches: a new area needs a line in this file
 */
export function areaOf(id: string): Area {
  const fits = areas
    .flatMap((area) => area.holds.map((held) => ({ area, held })))
    .filter(({ held }) => id === held || id.startsWith(`${held}.`))
    .toSorted((one, other) => other.held.length - one.held.length);
  const best = fits[0];
  if (best === undefined) {
    throw new Error(
      `${id} belongs to no heading. Add its prefix to src/contract/requirement-areas.ts.`,
    );
  }
  return best.area;
}
