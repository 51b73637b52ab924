/** All sections that test a service: scenarios first, then the others in the order of the document. */
import type { Section } from '../src/harness/suite/index.ts';
import {
  observedBook,
  observedChapters,
  observedCreate,
  observedDate,
  observedIsbn,
  observedRemoval,
  observedUpdate,
} from './contract/books/index.ts';
import { observedAttach, observedUpload, urls } from './contract/files/index.ts';
import { races } from './contract/flows/index.ts';
import { observedList, observedListItems } from './contract/lists/index.ts';
import { observedPublish } from './contract/publishing/index.ts';
import { bookLives, deleting, keys, lists, refusals } from './contract/scenarios/index.ts';
import {
  accounts,
  observedKeys,
  observedTraffic,
  observedTransport,
} from './contract/transport/index.ts';
import { requestValues } from './contract/schemas/index.ts';
import { isbn } from './property/books/index.ts';
import { chapterChanges, chapterFiles } from './property/chapters/index.ts';
import { pagination } from './property/lists/index.ts';
import { dates, publishEdges, publishWindow } from './property/publishing/index.ts';

/** The scenarios at the start of a run, which cover many requirements with few requests. */
const scenarios: readonly Section[] = [bookLives, keys, requestValues, lists, refusals, deleting];

export const suite: readonly Section[] = [
  ...scenarios,
  observedTransport,
  observedTraffic,
  observedKeys,
  accounts,
  observedBook,
  isbn,
  observedIsbn,
  dates,
  observedDate,
  chapterChanges,
  chapterFiles,
  observedChapters,
  observedCreate,
  pagination,
  observedList,
  observedListItems,
  observedUpdate,
  urls,
  observedUpload,
  observedAttach,
  publishWindow,
  publishEdges,
  observedPublish,
  observedRemoval,
  races,
];

/** The sections whose values are mostly generated. */
export const propertySections: readonly Section[] = [
  chapterChanges,
  chapterFiles,
  isbn,
  pagination,
  publishWindow,
  publishEdges,
];

/** All other sections: scenarios, cases with literal values, and observations. */
export const contractSections: readonly Section[] = suite.filter(
  (section) => !propertySections.includes(section),
);
