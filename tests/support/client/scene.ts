/** A client for tests, with planned faults and recorded requests, and the books that tests create. */
import type { AudiobookCreate, BookListItem, EbookCreate } from '../../../src/client/contract.ts';
import {
  createDistribution,
  type Distribution,
  type DistributionOptions,
} from '../../../src/client/create-distribution.ts';
import type { JournalNote, UploadJournal } from '../../../src/client/uploads/journal.ts';
import { createFaultyFetch, type Fault, type Plan, type SentRequest } from './faulty-fetch.ts';
import { createIdleTime, type IdleTime } from './idle-time.ts';
import { canary } from './known-faults.ts';

/** For each call, such as `POST /books`: the fault of its first request, of its second request, and so on. */
export type Faults = Readonly<Record<string, readonly (Fault | undefined)[]>>;

export interface Scene extends Distribution {
  readonly requests: readonly SentRequest[];
  readonly time: IdleTime;
  /** Returns the number of requests that were sent for a call. */
  readonly count: (call: string) => number;
}

export const sceneStart = Date.parse('2026-11-21T08:00:00Z');
export const sceneOrigin = 'https://service.example';

/** Wraps the fetch of a client, to record its requests. */
export type WrapFetch = (
  innerFetch: (request: Request) => Response | Promise<Response>,
  time: IdleTime,
) => (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

interface SceneOptions extends Partial<DistributionOptions> {
  readonly wrap?: WrapFetch | undefined;
}

export function createScene(
  service: (request: Request) => Promise<Response>,
  faults: Faults | Plan = {},
  { wrap, ...options }: SceneOptions = {},
): Scene {
  const time = createIdleTime(sceneStart);
  const plan: Plan = typeof faults === 'function' ? faults : (call, nth) => faults[call]?.[nth];
  const { fetch: faultyFetch, requests } = createFaultyFetch(service, { plan, time });
  const fetch = wrap === undefined ? faultyFetch : wrap(faultyFetch, time);
  const random = () => 0.5;
  const { apiKey } = canary;
  const clientOptions = { baseUrl: sceneOrigin, apiKey, fetch, time, random, ...options };
  return {
    ...createDistribution(clientOptions),
    requests,
    time,
    count: (call) => requests.filter((request) => request.call === call).length,
  };
}

/** Returns the same fault for every request of a call. No test sends more than forty. */
export function always(fault: Fault): readonly Fault[] {
  return Array.from({ length: 40 }, () => fault);
}

/** An ebook without an external id. */
export const ebook: EbookCreate = {
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

/** The same book with an external id. */
export const ebookWithExternalId: EbookCreate & { externalId: string } = {
  ...ebook,
  externalId: 'backlist/0042',
};

/** An audiobook of one hour with a narrator. */
export const audiobook = {
  ...ebook,
  format: 'audio',
  contributor: [...ebook.contributor, { firstName: 'Bo', lastName: 'Lind', role: 'Narrated by' }],
  audioDetails: { audioLength: 3_600, audioEdition: 'UBR' },
} as const satisfies AudiobookCreate;

/** Returns a list item with an id and arbitrary attributes. */
export function createListItem(id: string): BookListItem {
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

/** Creates a journal that lasts as long as the test. */
export function createMemoryJournal(): UploadJournal {
  const notes: JournalNote[] = [];
  return { read: async () => [...notes], note: async (note) => void notes.push(note) };
}

/** Returns a file whose bytes name it. */
export const createFile = <Role extends string>(role: Role, filename: string) => ({
  role,
  filename,
  blob: new Blob([`the bytes of ${filename}`]),
});
