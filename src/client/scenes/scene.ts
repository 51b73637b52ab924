/** A client with faults between it and its service, for tests, and what it did there. */
import type { AudiobookCreate, BookListItem, EbookCreate } from '../contract.ts';
import {
  createDistribution,
  type Distribution,
  type DistributionOptions,
} from '../create-distribution.ts';
import { faultyFetch, type Fault, type Plan, type SentRequest } from './faulty-fetch.ts';
import { idleTime, type IdleTime } from './idle-time.ts';
import { canary } from './known-faults.ts';

/** For each call, such as `POST /books`, the fault that meets its first request, its second, and so on. */
export type Faults = Readonly<Record<string, readonly (Fault | undefined)[]>>;

export interface Scene extends Distribution {
  readonly requests: readonly SentRequest[];
  readonly time: IdleTime;
  /** How many requests of a call were sent. */
  readonly count: (call: string) => number;
}

export const sceneStart = Date.parse('2026-11-21T08:00:00Z');
export const sceneOrigin = 'https://service.example';

/** Wraps what a client sends through, to record it. */
export type WrapFetch = (
  fetchIt: (request: Request) => Response | Promise<Response>,
  time: IdleTime,
) => (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface SceneOptions extends Partial<DistributionOptions> {
  readonly wrap?: WrapFetch | undefined;
}

export function scene(
  service: (request: Request) => Promise<Response>,
  faults: Faults | Plan = {},
  { wrap, ...options }: SceneOptions = {},
): Scene {
  const time = idleTime(sceneStart);
  const plan: Plan = typeof faults === 'function' ? faults : (call, nth) => faults[call]?.[nth];
  const { fetch: faulty, requests } = faultyFetch(service, { plan, time });
  const fetch = wrap === undefined ? faulty : wrap(faulty, time);
  const random = () => 0.5;
  const { apiKey } = canary;
  const whole = { baseUrl: sceneOrigin, apiKey, fetch, time, random, ...options };
  return {
    ...createDistribution(whole),
    requests,
    time,
    count: (call) => requests.filter((each) => each.call === call).length,
  };
}

/** The same fault, however often the call is sent. */
export function always(fault: Fault): readonly Fault[] {
  return Array.from({ length: 12 }, () => fault);
}

export const namelessBook: EbookCreate = {
  format: 'ebook',
  title: 'The Salt Road',
  language: ['en'],
  description: 'Nine letters from the coast.',
  category: ['FIC000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2030-05-01',
  contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
  price: [{ currency: 'EUR', price: 9.99 }],
};

/** The same with an external id. */
export const namedBook: EbookCreate & { externalId: string } = {
  ...namelessBook,
  externalId: 'backlist/0042',
};

/** An audiobook of one hour with a narrator. */
export const audiobook = {
  ...namelessBook,
  format: 'audio',
  contributor: [
    ...namelessBook.contributor,
    { firstName: 'Bo', lastName: 'Lind', role: 'Narrated by' },
  ],
  audioDetails: { audioLength: 3_600, audioEdition: 'UBR' },
} as const satisfies AudiobookCreate;

/** A book as a list shows it, of which nothing is known but its id. */
export function listItem(id: string): BookListItem {
  return {
    id,
    type: 'book',
    attributes: {
      externalId: null,
      format: 'ebook',
      title: 'Tides',
      subtitle: null,
      seriesTitle: null,
      seriesNumber: null,
      productIdentifier: null,
      productIdentifierType: null,
      authors: [],
      language: ['EN'],
      status: 'draft',
      createdAt: '2026-11-21T00:00:00.000Z',
      updatedAt: '2026-11-21T00:00:00.000Z',
    },
  };
}
