/** What led to a drift: the exchanges of its case, and those that made what the case shares with others. */
import type { Exchange, Finding, Replay } from '../evidence/index.ts';
import type { Scope } from '../wire/index.ts';

export interface Trails {
  /** Remembers what changed something. */
  readonly hear: (exchange: Exchange) => void;
  /** Remembers during which case an exchange was misshapen. */
  readonly note: (exchange: Exchange, scope: Scope) => void;
  /** Adds to a drift what is needed to show it again; leaves any other finding as it is. */
  readonly complete: (finding: Finding) => Finding;
}

interface Origin {
  readonly replay: Replay | undefined;
  readonly trail: readonly Exchange[];
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Starts with nothing heard. */
export function createTrails(): Trails {
  const changes: Exchange[] = [];
  const origins = new Map<number, Origin>();
  return {
    hear: (exchange) => {
      if (exchange.request.method !== 'GET' && exchange.status < 300) changes.push(exchange);
    },
    note: (exchange, scope) => {
      if (origins.has(exchange.number)) return;
      origins.set(exchange.number, { replay: scope.replay, trail: [...scope.exchanges] });
    },
    complete: (finding) => {
      if (finding.verdict !== 'drifts' || finding.exchange === undefined) return finding;
      const origin = origins.get(finding.exchange.number);
      const trail = finding.trail ?? origin?.trail ?? [finding.exchange];
      const replay = finding.replay ?? origin?.replay;
      return {
        ...finding,
        ...(replay === undefined ? {} : { replay }),
        trail: withMakers(upTo(trail, finding.exchange), changes),
      };
    },
  };
}

/** Nothing after the answer that drifted matters. */
function upTo(trail: readonly Exchange[], last: Exchange): readonly Exchange[] {
  const at = trail.findIndex(({ number }) => number === last.number);
  return at < 0 ? [...trail, last] : trail.slice(0, at + 1);
}

/** Puts before a trail what made the books it speaks of, however many steps back that goes. */
function withMakers(trail: readonly Exchange[], changes: readonly Exchange[]): Exchange[] {
  const inside = new Set(trail.map(({ number }) => number));
  const first = Math.min(...inside);
  const known = new Set(trail.flatMap(idsSpokenOf));
  const before = changes.filter(({ number }) => number < first && !inside.has(number));
  const needed = new Set<Exchange>();
  for (let found = true; found;) {
    found = false;
    for (const exchange of before) {
      if (needed.has(exchange) || !concerns(exchange, known)) continue;
      needed.add(exchange);
      for (const id of idsSpokenOf(exchange)) known.add(id);
      found = true;
    }
  }
  return [...before.filter((exchange) => needed.has(exchange)), ...trail];
}

/** The ids of paths and bodies: what a request needs to exist. */
function idsSpokenOf({ request }: Exchange): string[] {
  const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
  return [...`${request.path} ${request.url} ${body ?? ''}`.matchAll(uuids)].map(([id]) =>
    id.toLowerCase(),
  );
}

/** Whether an exchange made, or changed, something of these ids. */
function concerns(exchange: Exchange, known: ReadonlySet<string>): boolean {
  if (exchange.operation === 'createBook') {
    const [id] = [...exchange.text.matchAll(uuids)].map(([found]) => found.toLowerCase());
    return id !== undefined && known.has(id);
  }
  return idsSpokenOf(exchange).some((id) => known.has(id));
}
