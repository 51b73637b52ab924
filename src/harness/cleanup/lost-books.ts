/** Notices that a book of the run is gone, so that a 404 for it is not taken as an answer. */
import type { OperationId } from '../../contract/operations.ts';
import { type Exchange, Unproven } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import type { Ownership } from '../wire/index.ts';

/** Calls about one book whose 404 an observation could take for an answer. */
const singleBookOperations: ReadonlySet<OperationId | undefined> = new Set([
  'updateBook',
  'requestUploads',
  'attachFile',
  'publishBook',
  'unpublishBook',
]);

const bookInPath = /^\/books\/([0-9a-f-]{36})(?:\/|$)/i;

function findBookId({ request }: Exchange): string | undefined {
  return bookInPath.exec(request.path)?.[1]?.toLowerCase();
}

/**
 * Reads each book of the run that a call answered with 404, unless the case deleted it.
 * @throws Unproven if a book no longer exists
 */
export async function assertBooksRemain(
  stage: Stage,
  exchanges: readonly Exchange[],
  ownership: Ownership,
): Promise<void> {
  const ownIds = new Set(ownership.books().map(({ id }) => id));
  const deleted = new Set(
    exchanges.filter(({ operation }) => operation === 'deleteBook').map(findBookId),
  );
  const missing = exchanges
    .filter(({ operation, status }) => status === 404 && singleBookOperations.has(operation))
    .map(findBookId)
    .filter((id) => id !== undefined && ownIds.has(id) && !deleted.has(id));
  for (const id of new Set(missing)) {
    if (id === undefined) continue;
    const read = await stage.ask.read(id);
    if (read.status === 404) throw new Unproven(`book ${id} no longer exists`, read);
  }
}
