/**
 * Records the requests that led to a drift: those of its case, and those that created the books it shares.
 * Detects that a book of the run no longer exists, so that a 404 for it is not recorded as the service's
 * answer.
 */
import { getSentText } from '../../monitor/index.ts';
import { type Exchange, type Finding, type Replay, Unproven } from '../evidence/index.ts';
import type { Scope, Ownership } from '../wire/index.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { Stage } from '../stage/index.ts';

interface Origin {
  readonly replay: Replay | undefined;
  readonly trail: readonly Exchange[];
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Exploring sends any number of changes, and its books live for some hundred calls. */
const maxExploredChanges = 1_000;

export function createTrailRecorder() {
  const changes: Exchange[] = [];
  const explored: Exchange[] = [];
  const origins = new Map<number, Origin>();
  return {
    recordChange: (exchange: Exchange, { replay }: Scope): void => {
      if (exchange.request.method === 'GET' || exchange.response.status >= 300) return;
      if (replay !== undefined) changes.push(exchange);
      else if (explored.push(exchange) > maxExploredChanges) explored.shift();
    },
    /** Records in which case a response had the wrong shape. */
    recordOrigin: (exchange: Exchange, scope: Scope): void => {
      if (origins.has(exchange.number)) return;
      origins.set(exchange.number, { replay: scope.replay, trail: [...scope.exchanges] });
    },
    /** Adds the replay and the trail to a drift. Leaves any other finding unchanged. */
    completeFinding: (finding: Finding): Finding => {
      if (finding.verdict !== 'drifts' || finding.exchange === undefined) return finding;
      const origin = origins.get(finding.exchange.number);
      const trail = finding.trail ?? origin?.trail ?? [finding.exchange];
      const replay = finding.replay ?? origin?.replay;
      const fullTrail = prependCreators(endTrail(trail, finding.exchange), [
        ...changes,
        ...explored,
      ]);
      return { ...finding, replay, trail: fullTrail };
    },
  };
}

/** Returns the trail up to the exchange that drifted. */
function endTrail(trail: readonly Exchange[], last: Exchange): readonly Exchange[] {
  const lastIndex = trail.findIndex(({ number }) => number === last.number);
  return lastIndex < 0 ? [...trail, last] : trail.slice(0, lastIndex + 1);
}

/** Prepends the requests that created the books of a trail, and those that these requests needed in turn. */
function prependCreators(trail: readonly Exchange[], changes: readonly Exchange[]): Exchange[] {
  const numbers = new Set(trail.map(({ number }) => number));
  const firstNumber = Math.min(...numbers);
  const knownIds = new Set(trail.flatMap(findIds));
  const earlierChanges = changes.filter(
    ({ number }) => number < firstNumber && !numbers.has(number),
  );
  const neededChanges = new Set<Exchange>();
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const exchange of earlierChanges) {
      if (neededChanges.has(exchange) || !changesAny(exchange, knownIds)) continue;
      neededChanges.add(exchange);
      for (const id of findIds(exchange)) knownIds.add(id);
      hasGrown = true;
    }
  }
  return [...earlierChanges.filter((exchange) => neededChanges.has(exchange)), ...trail];
}

/** Returns the ids in the path and body of a request: they must exist for it. */
function findIds({ request }: Exchange): string[] {
  const text = `${request.path} ${request.url} ${getSentText(request)}`;
  return [...text.matchAll(uuids)].map(([id]) => id.toLowerCase());
}

/** Returns true if an exchange created or changed something with one of these ids. */
function changesAny(exchange: Exchange, knownIds: ReadonlySet<string>): boolean {
  if (exchange.operation === 'createBook') {
    const [id] = [...(exchange.response.text ?? '').matchAll(uuids)].map(([uuid]) =>
      uuid.toLowerCase(),
    );
    return id !== undefined && knownIds.has(id);
  }
  return findIds(exchange).some((id) => knownIds.has(id));
}

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
