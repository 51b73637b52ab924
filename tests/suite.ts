/** Everything a service is asked, in the document's order: each part with what the document leaves open. */
import { openedBy, type Section } from '../src/harness/suite/index.ts';
import {
  attach,
  observedAttach,
  observedUpload,
  put,
  upload,
  uploadRefusals,
} from './contract/files/index.ts';
import {
  authentication,
  errors,
  observedKeys,
  observedPassing,
  observedTransport,
} from './contract/transport/index.ts';
import {
  create,
  createRefusals,
  identity,
  lookup,
  observedBook,
  observedChapters,
  observedCreate,
  observedDate,
  observedIsbn,
  observedRemoval,
  observedUpdate,
  read,
  removal,
  update,
  updateStatus,
} from './contract/books/index.ts';
import { flows, races, wholeLife } from './contract/flows/index.ts';
import { observedList, observedListed } from './contract/lists/index.ts';
import { observedPublish, publish, statusChanges, unpublish } from './contract/publishing/index.ts';
import { openers } from './openers.ts';
import { bookLife, dates, isbn, refusedValues } from './property/books/index.ts';
import { chapterEntries, chapterUpsert } from './property/chapters/index.ts';
import { listBounds, listFilters, listSort, pagination } from './property/lists/index.ts';
import { publishStoredDate, publishWindow } from './property/publishing/index.ts';

const sections: readonly Section[] = [
  identity,
  observedTransport,
  observedPassing,
  authentication,
  observedKeys,
  observedBook,
  isbn,
  observedIsbn,
  dates,
  observedDate,
  chapterEntries,
  chapterUpsert,
  observedChapters,
  create,
  createRefusals,
  refusedValues,
  observedCreate,
  listBounds,
  pagination,
  listSort,
  listFilters,
  observedList,
  observedListed,
  read,
  lookup,
  update,
  updateStatus,
  observedUpdate,
  upload,
  uploadRefusals,
  observedUpload,
  put,
  attach,
  observedAttach,
  publish,
  publishWindow,
  publishStoredDate,
  observedPublish,
  unpublish,
  removal,
  observedRemoval,
  statusChanges,
  bookLife,
  errors,
  races,
  flows,
  wholeLife,
];

/** All sections, and which of their cases are asked first. */
export const suite: readonly Section[] = openedBy(openers, sections);

/** The sections whose questions are mostly asked for generated values. */
export const propertySections: readonly Section[] = [
  bookLife,
  chapterEntries,
  chapterUpsert,
  dates,
  isbn,
  listBounds,
  listFilters,
  listSort,
  pagination,
  publishStoredDate,
  publishWindow,
  refusedValues,
];

/** All others: literal cases and observations. */
export const contractSections: readonly Section[] = sections.filter(
  (section) => !propertySections.includes(section),
);
