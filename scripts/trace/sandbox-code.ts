/** Describes the code of the sandbox behind an id, or the reason why there is none. */
import { existsSync } from 'node:fs';
import { findArea } from '../../src/contract/requirement-areas.ts';
import type { Requirement } from '../../src/contract/requirements.ts';
import { linkFile, linkPlaces } from './places.ts';

const root = new URL('../../', import.meta.url);

/** The file behind each heading of the page, for ids that the sandbox's code does not name. */
const codeByArea: Readonly<Record<string, string>> = {
  'Paths, bodies and ids': 'src/sandbox/http/service.ts',
  Authentication: 'src/sandbox/book/accounts.ts',
  Book: 'src/sandbox/present/present-book.ts',
  ISBN: 'src/sandbox/concerns/field-concerns.ts',
  'Contributors and prices': 'src/sandbox/shapes/request-concerns.ts',
  'Audio details': 'src/sandbox/shapes/request-concerns.ts',
  Chapters: 'src/sandbox/changes.ts',
  Create: 'src/sandbox/operations/create-book.ts',
  List: 'src/sandbox/operations/list-books.ts',
  Read: 'src/sandbox/operations/read-book.ts',
  'Look up by external id': 'src/sandbox/operations/read-book.ts',
  Update: 'src/sandbox/operations/update-book.ts',
  'Request uploads': 'src/sandbox/operations/request-uploads.ts',
  'Upload the bytes': 'src/sandbox/operations/put-file.ts',
  Attach: 'src/sandbox/operations/attach-file.ts',
  Publish: 'src/sandbox/operations/publish-book.ts',
  Unpublish: 'src/sandbox/operations/publish-book.ts',
  Delete: 'src/sandbox/operations/delete-book.ts',
  Status: 'src/sandbox/changes.ts',
  'Problems and errors': 'src/sandbox/present/present-refusals.ts',
  Flows: 'src/sandbox/operations/index.ts',
};

const changeBookFile = 'src/sandbox/changes.ts';
const noChangeId = /(changes-nothing|leaves-nothing|refused-keeps-status|no-effect)$/;

/** Returns links to the files that name the id, or a reason why no file does. */
export function describeSandboxCode(
  id: string,
  entry: Requirement,
  files: readonly string[],
): string {
  if (files.length > 0) return linkPlaces(files).join(', ');
  if (entry.level === 'caller') return 'not applicable';
  if (entry.untested !== undefined) return 'nothing to implement, for the same reason';
  if (entry.level === 'open') return 'one fixed answer, because the ledger lists no choice';
  if (entry.shape === true) {
    return `no code of its own: ${linkExisting('src/sandbox/present/present.ts')} builds every response`;
  }
  if (noChangeId.test(id)) {
    return `no code of its own: a refusal is thrown before anything is written (${linkExisting(changeBookFile)})`;
  }
  if (id.startsWith('account.')) {
    return `no code of its own: ${linkExisting(changeBookFile)} finds only books of the caller's account`;
  }
  const file = codeByArea[findArea(id).title];
  if (file === undefined) {
    throw new Error(
      `No code of the sandbox names ${id}. Name it there, or add its heading to scripts/trace/sandbox-code.ts.`,
    );
  }
  return `no refusal names it; see ${linkExisting(file)}`;
}

/**
 * Returns a link to a file of the sandbox.
 * @throws Error if the file has moved
 */
function linkExisting(file: string): string {
  if (existsSync(new URL(file, root))) return linkFile(file);
  throw new Error(`${file} does not exist. Change its path in scripts/trace/sandbox-code.ts.`);
}
