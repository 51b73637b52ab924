/** The stops of the tour, and those at which each id of the ledger can have an effect. Stops share no books. */
import type { SandboxOptions } from '../../../../src/sandbox/sandbox-options.ts';
import { tourChapters, tourUpdates } from './changes.ts';
import { tourAttach, tourGrants, tourUploads } from './files.ts';
import { walk, type Stop } from './guide.ts';
import { tourDelete, tourPublish, tourWithdraw } from './releases.ts';
import { tourReads, tourCreates, tourEmptyList, tourRepeatedCreates } from './values.ts';

const allStops: readonly Stop[] = [
  tourEmptyList,
  tourCreates,
  tourReads,
  tourUpdates,
  tourChapters,
  tourGrants,
  tourUploads,
  tourAttach,
  tourPublish,
  tourWithdraw,
  tourDelete,
];

/** The stops at which ids of an area can have an effect. Any other area has `defaultStops`. */
const byArea: Readonly<Record<string, readonly Stop[]>> = {
  path: [tourReads],
  error: [tourCreates, tourReads],
  route: [tourReads],
  timestamps: [tourCreates],
  tenancy: [tourReads],
  consistency: [tourReads],
  uuid: [tourReads],
  location: [tourReads],
  idempotency: [tourRepeatedCreates],
  auth: [tourReads, tourUploads],
  'not-found': [tourReads, tourDelete],
  external: [tourReads, tourDelete],
  problem: [tourCreates, tourReads],
  list: [tourEmptyList, tourCreates],
  create: [tourCreates, tourReads, tourUpdates, tourPublish],
  isbn: [tourCreates, tourUpdates],
  date: [tourCreates, tourUpdates],
  update: [tourUpdates],
  chapters: [tourChapters, tourUpdates, tourPublish],
  upload: [tourGrants],
  put: [tourUploads],
  attach: [tourAttach, tourUploads, tourPublish],
  file: [tourAttach],
  message: [tourAttach],
  publish: [tourPublish],
  unpublish: [tourWithdraw],
  delete: [tourDelete],
  flow: [tourChapters, tourPublish],
  status: [tourCreates, tourUpdates, tourPublish],
};

const defaultStops: readonly Stop[] = [tourCreates, tourReads, tourPublish, tourGrants];

/** Returns the notes of the whole tour in a sandbox with these options; see `walk`. */
export function tour(
  options: SandboxOptions = {},
  usualNotes?: readonly string[],
): Promise<readonly string[]> {
  return walk(allStops, options, usualNotes);
}

/** Returns the notes of the stops at which an id of the ledger can have an effect. */
export function tourFor(
  id: string,
  options: SandboxOptions = {},
  usualNotes?: readonly string[],
): Promise<readonly string[]> {
  return walk(byArea[id.split('.')[0] ?? ''] ?? defaultStops, options, usualNotes);
}
