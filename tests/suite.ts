/** Everything a service is asked: scenarios first, then the sections in the document's order. */
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
import { observedList, observedListed } from './contract/lists/index.ts';
import { observedPublish } from './contract/publishing/index.ts';
import { keys, lists, lives, oddities, publishing, refusals } from './contract/scenarios/index.ts';
import {
  accounts,
  observedKeys,
  observedPassing,
  observedTransport,
} from './contract/transport/index.ts';
import { dates, histories, isbn } from './property/books/index.ts';
import { chapterChanges, chapterFiles } from './property/chapters/index.ts';
import { listBounds, pagination } from './property/lists/index.ts';
import { publishEdges, publishWindow } from './property/publishing/index.ts';

/** The scenarios that open a run: a little of everything in few requests. */
const scenarios: readonly Section[] = [lives, keys, refusals, publishing, lists, oddities];

/** All sections. */
export const suite: readonly Section[] = [
  ...scenarios,
  observedTransport,
  observedPassing,
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
  listBounds,
  pagination,
  observedList,
  observedListed,
  observedUpdate,
  urls,
  observedUpload,
  observedAttach,
  publishWindow,
  publishEdges,
  observedPublish,
  observedRemoval,
  histories,
  races,
];

/** The sections that mostly draw their values. */
export const propertySections: readonly Section[] = [
  histories,
  chapterChanges,
  chapterFiles,
  dates,
  isbn,
  listBounds,
  pagination,
  publishWindow,
  publishEdges,
];

/** All others: scenarios, literal cases and observations. */
export const contractSections: readonly Section[] = suite.filter(
  (section) => !propertySections.includes(section),
);
