/** The requests that led to a drift: those of its case, and those that created what the case shares with others. */
import type { Exchange, Finding, Replay } from '../evidence/index.ts';
import type { Scope } from '../wire/index.ts';

interface Origin {
  readonly replay: Replay | undefined;
  readonly trail: readonly Exchange[];
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Starts empty. */
export function createTrailRecorder() {
  const changes: Exchange[] = [];
  const origins = new Map<number, Origin>();
  return {
    /** Records a request that changed something. */
    recordChange: (exchange: Exchange): void => {
      if (exchange.request.method !== 'GET' && exchange.status < 300) changes.push(exchange);
    },
    /** Records in which case a response had the wrong shape. */
    recordOrigin: (exchange: Exchange, scope: Scope): void => {
      if (origins.has(exchange.number)) return;
      origins.set(exchange.number, { replay: scope.replay, trail: [...scope.exchanges] });
    },
    /** Adds to a drift what is needed to reproduce it. Leaves any other finding as it is. */
    completeFinding: (finding: Finding): Finding => {
      if (finding.verdict !== 'drifts' || finding.exchange === undefined) return finding;
      const origin = origins.get(finding.exchange.number);
      const trail = finding.trail ?? origin?.trail ?? [finding.exchange];
      const replay = finding.replay ?? origin?.replay;
      return {
        ...finding,
        replay,
        trail: prependCreators(endTrail(trail, finding.exchange), changes),
      };
    },
  };
}

/** Ends the trail with the response that drifted. */
function endTrail(trail: readonly Exchange[], last: Exchange): readonly Exchange[] {
  const at = trail.findIndex(({ number }) => number === last.number);
  return at < 0 ? [...trail, last] : trail.slice(0, at + 1);
}

/** Prepends the requests that created the books of a trail, over any number of steps. */
function prependCreators(trail: readonly Exchange[], changes: readonly Exchange[]): Exchange[] {
  const numbers = new Set(trail.map(({ number }) => number));
  const first = Math.min(...numbers);
  const known = new Set(trail.flatMap(findIds));
  const before = changes.filter(({ number }) => number < first && !numbers.has(number));
  const needed = new Set<Exchange>();
  for (let found = true; found;) {
    found = false;
    for (const exchange of before) {
      if (needed.has(exchange) || !changesAny(exchange, known)) continue;
      needed.add(exchange);
      for (const id of findIds(exchange)) known.add(id);
      found = true;
    }
  }
  return [...before.filter((exchange) => needed.has(exchange)), ...trail];
}

/** Returns the ids in paths and bodies: what must exist for the request. */
function findIds({ request }: Exchange): string[] {
  const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
  return [...`${request.path} ${request.url} ${body ?? ''}`.matchAll(uuids)].map(([id]) =>
    id.toLowerCase(),
  );
}

/** Returns whether an exchange created or changed something with these ids. */
function changesAny(exchange: Exchange, known: ReadonlySet<string>): boolean {
  if (exchange.operation === 'createBook') {
    const [id] = [...exchange.text.matchAll(uuids)].map(([found]) => found.toLowerCase());
    return id !== undefined && known.has(id);
  }
  return findIds(exchange).some((id) => known.has(id));
}
