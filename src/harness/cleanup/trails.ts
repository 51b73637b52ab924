/** Records the requests that led to a drift: those of its case, and those that created the books it shares. */
import { getSentText } from '../../monitor/index.ts';
import type { Exchange, Finding, Replay } from '../evidence/index.ts';
import type { Scope } from '../wire/index.ts';

interface Origin {
  readonly replay: Replay | undefined;
  readonly trail: readonly Exchange[];
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export function createTrailRecorder() {
  const changes: Exchange[] = [];
  const origins = new Map<number, Origin>();
  return {
    recordChange: (exchange: Exchange): void => {
      if (exchange.request.method !== 'GET' && exchange.response.status < 300)
        changes.push(exchange);
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
      const fullTrail = prependCreators(endTrail(trail, finding.exchange), changes);
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
