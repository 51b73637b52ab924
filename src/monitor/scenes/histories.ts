/** Builds exchanges for tests from the responses of a correct service, with the changes that a test needs. */
import { createWorld, observe, type ObservedExchange, type WorldOptions } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

export const createBody: Fields = {
  format: 'ebook',
  title: 'Salt',
  externalId: 'cat-1',
  language: ['en'],
  description: 'A trader walks the salt road.',
  category: ['FIC014000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2031-03-15',
  contributor: [{ firstName: 'Ines', lastName: 'Aldana', role: 'Author' }],
  price: [{ currency: 'USD', price: 9.99 }],
};

const imprint = { id: '58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246', name: 'Harbour Lane Press' };

/** Builds a full book in its envelope. */
export function buildBook(id: string, changes: Fields = {}): Fields {
  const attributes = {
    ...createBody,
    language: ['EN'],
    status: 'draft',
    subtitle: null,
    series: null,
    isbn: null,
    imprint,
    keyword: [],
    isFinalVersion: false,
    audience: null,
    ebookDetails: null,
    podDetails: null,
    audioDetails: null,
    files: [],
    chapters: null,
    ...changes,
  };
  return { data: { id, type: 'book', attributes } };
}

/** Builds the list item of the same book. */
export function buildListItem(id: string, changes: Fields): Fields {
  const attributes = {
    externalId: 'cat-1',
    format: 'ebook',
    title: 'Salt',
    subtitle: null,
    seriesTitle: null,
    seriesNumber: null,
    productIdentifier: null,
    productIdentifierType: null,
    authors: ['Ines Aldana'],
    language: ['EN'],
    status: 'draft',
    createdAt: '2026-11-02T14:05:31.000Z',
    updatedAt: '2026-11-02T14:05:31.000Z',
    ...changes,
  };
  return { id, type: 'book', attributes };
}

/** Builds the only page of a list. */
export function buildPage(
  items: readonly Fields[],
  { links = {}, meta = {} }: { readonly links?: Fields; readonly meta?: Fields } = {},
): Fields {
  return {
    data: items,
    meta: { total: items.length, page: 1, perPage: 50, lastPage: 1, ...meta },
    links: { self: '/books?page=1', next: null, prev: null, ...links },
  };
}

interface ExchangeDetails {
  readonly json?: unknown;
  readonly status: number;
  readonly body: unknown;
  readonly sentAt?: number;
  readonly answeredAt?: number;
  readonly key?: 'own' | 'wrong';
}

/** An exchange without its number in the history. */
export type UnnumberedExchange = Omit<ObservedExchange, 'number'>;

/** Builds an exchange that starts and ends at time 0, unless the details say otherwise. */
export function buildExchange(
  method: string,
  path: string,
  details: ExchangeDetails,
): UnnumberedExchange {
  const {
    json,
    status,
    body,
    key = 'own',
    sentAt = details.answeredAt ?? 0,
    answeredAt = sentAt,
  } = details;
  return {
    sentAt,
    answeredAt,
    request: {
      method,
      path,
      toStorage: false,
      headers: json === undefined ? {} : { 'content-type': 'application/json' },
      key,
      account: 'one',
      body: json === undefined ? { kind: 'none' } : { kind: 'json', value: json },
    },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify(body),
      body,
    },
  };
}

/**
 * Judges a history, starting with an empty world.
 * @param history contains undefined in place of an exchange that was not recorded
 * @returns the ids of the requirements that drifted or conformed, the readings, the numbers of the
 *   exchanges that showed an older state, and the values that were compared
 */
export function judge(
  history: readonly (UnnumberedExchange | undefined)[],
  options: WorldOptions = {},
) {
  let world = createWorld(options);
  const drifts: string[] = [];
  const met: string[] = [];
  const readings: string[] = [];
  const olderExchanges: number[] = [];
  const comparisons: unknown[] = [];
  for (const [index, exchange] of history.entries()) {
    if (exchange === undefined) continue;
    const observation = observe(world, { ...exchange, number: index + 1 });
    world = observation.world;
    if (observation.isOlder) olderExchanges.push(index + 1);
    readings.push(
      ...observation.observations.map(({ silence, reading }) => `${silence}=${reading}`),
    );
    for (const { verdict, requirement, values: comparison } of observation.judgements) {
      if (comparison !== undefined) comparisons.push(comparison);
      (verdict === 'drifts' ? drifts : met).push(requirement);
    }
  }
  return { drifts, met, readings, olderExchanges, comparisons };
}
