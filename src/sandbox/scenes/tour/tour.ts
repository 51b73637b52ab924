/** The stops of the tour, which share no books, and the stops at which each id can show. */
import type { SandboxOptions } from '../../sandbox-options.ts';
import { mapping, updating } from './changes.ts';
import { attaching, granting, sending } from './files.ts';
import { walk, type Stop } from './guide.ts';
import { deleting, publishing, withdrawing } from './releases.ts';
import { asked, creating, emptyList, repeating } from './values.ts';

const all: readonly Stop[] = [
  emptyList,
  creating,
  asked,
  updating,
  mapping,
  granting,
  sending,
  attaching,
  publishing,
  withdrawing,
  deleting,
];

/** The stops for each area. Ids of other areas can show at `forAnything`. */
const byArea: Readonly<Record<string, readonly Stop[]>> = {
  path: [asked],
  error: [creating, asked],
  route: [asked],
  timestamps: [creating],
  tenancy: [asked],
  consistency: [asked],
  uuid: [asked],
  location: [asked],
  idempotency: [repeating],
  auth: [asked, sending],
  'not-found': [asked, deleting],
  external: [asked, deleting],
  problem: [creating, asked],
  list: [emptyList, creating],
  create: [creating, asked, updating, publishing],
  isbn: [creating, updating],
  date: [creating, updating],
  update: [updating],
  chapters: [mapping, updating, publishing],
  upload: [granting],
  put: [sending],
  attach: [attaching, sending, publishing],
  file: [attaching],
  message: [attaching],
  publish: [publishing],
  unpublish: [withdrawing],
  delete: [deleting],
  flow: [mapping, publishing],
  status: [creating, updating, publishing],
};

const forAnything: readonly Stop[] = [creating, asked, publishing, granting];

/** Returns the notes of the whole tour in a sandbox with these options. */
export function tour(options: SandboxOptions = {}): Promise<readonly string[]> {
  return walk(all, options);
}

/** Returns the notes of the stops at which an id of the ledger can show. */
export function tourFor(id: string, options: SandboxOptions = {}): Promise<readonly string[]> {
  return walk(byArea[id.split('.')[0] ?? ''] ?? forAnything, options);
}
