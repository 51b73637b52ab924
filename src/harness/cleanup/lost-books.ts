/** Detects that a book of the run no longer exists, so that a 404 for it is not recorded as the service's answer. */
import type { OperationId } from '../../contract/operations.ts';
import { type Exchange, Unproven } from '../evidence/index.ts';
import type { Stage } from '../stage/index.ts';
import type { Ownership } from '../wire/index.ts';

/** The operations on one book whose 404 an observation could mistake for an answer. */
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
 * Reads each book of the run for which the service returned 404, unless the case deleted it.
 * @throws Unproven if a book no longer exists
 */
export async function assertBooksRemain(
  stage: Stage,
  exchanges: readonly Exchange[],
  ownership: Ownership,
): Promise<void> {
  const ownIds = new Set(ownership.books().map(({ id }) => id));
  const deletedIds = new Set(
    exchanges.filter(({ operation }) => operation === 'deleteBook').map(findBookId),
  );
  const missingIds = exchanges
    .filter(
      ({ operation, response: { status } }) =>
        status === 404 && singleBookOperations.has(operation),
    )
    .map(findBookId)
    .filter((id) => id !== undefined)
    .filter((id) => ownIds.has(id) && !deletedIds.has(id));
  for (const id of new Set(missingIds)) {
    const exchange = await stage.ask.read(id);
    if (exchange.response.status === 404)
      throw new Unproven(`book ${id} no longer exists`, exchange);
  }
}
