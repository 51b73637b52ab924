/** Compares all traffic of a run with the contract, without a request of its own. */
import { isRequirementId, type RequirementId } from '../../contract/requirements.ts';
import { createShapeJudge, type ShapeJudge, type Violation } from '../../contract/shapes.ts';
import { type Exchange, problemOf, type StatusCount } from '../evidence/index.ts';

/** One way in which answers were not as described, with the first exchange that showed it. */
export interface Misshapen {
  readonly requirement: RequirementId;
  readonly violation: Violation;
  readonly exchange: Exchange;
  times: number;
}

export interface ShapeWatch {
  /** Judges one exchange; returns what is wrong with it and was not seen before. */
  readonly hear: (exchange: Exchange) => readonly Misshapen[];
  readonly misshapen: () => readonly Misshapen[];
  /** How many values gave evidence for each id. */
  readonly seen: () => ReadonlyMap<string, number>;
  readonly statuses: () => readonly StatusCount[];
}

/** Starts with nothing seen. */
export function createShapeWatch(judge: ShapeJudge = createShapeJudge()): ShapeWatch {
  const known = new Map<string, Misshapen>();
  const seen = new Map<string, number>();
  const statuses = new Map<string, StatusCount>();
  return {
    hear: (exchange) => {
      const { operation } = exchange;
      if (operation === undefined) return [];
      const unreadable = isUnreadable(exchange);
      const verdict = unreadable ? unjudged : judge({ ...exchange, operation });
      for (const id of verdict.seen) seen.set(id, (seen.get(id) ?? 0) + 1);
      count(statuses, {
        operation,
        status: exchange.status,
        times: 1,
        documented: verdict.documented,
      });
      const own = unreadable ? [] : problemViolations(exchange, seen);
      const all = [...verdict.violations, ...own];
      return all.flatMap((violation) => note(known, violation, exchange) ?? []);
    },
    misshapen: () => [...known.values()],
    seen: () => seen,
    statuses: () => [...statuses.values()],
  };
}

const unjudged: ReturnType<ShapeJudge> = { seen: new Set(), violations: [], documented: true };

/** Whether a body was sent that no JSON reader takes: in which form that is refused is open. */
function isUnreadable({ request, status }: Exchange): boolean {
  if (status !== 400 || typeof request.body !== 'string' || request.bytes) return false;
  try {
    JSON.parse(request.body);
    return false;
  } catch {
    return true;
  }
}

function note(
  known: Map<string, Misshapen>,
  violation: Violation,
  exchange: Exchange,
): Misshapen | undefined {
  const place = violation.pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  const key = `${violation.requirement} ${exchange.operation} ${place} ${violation.expected}`;
  const before = known.get(key);
  if (before !== undefined) {
    before.times += 1;
    return undefined;
  }
  const { requirement } = violation;
  if (!isRequirementId(requirement)) {
    throw new Error(`The contract binds ${requirement}, which the ledger does not have.`);
  }
  const made = { requirement, violation, exchange, times: 1 };
  known.set(key, made);
  return made;
}

function count(statuses: Map<string, StatusCount>, one: StatusCount): void {
  const key = `${one.operation} ${one.status}`;
  const times = (statuses.get(key)?.times ?? 0) + 1;
  statuses.set(key, { ...one, times });
}

/** What a schema cannot say of a Problem: its status is the answer's, its instance the request's path. */
function problemViolations(exchange: Exchange, seen: Map<string, number>): Violation[] {
  const problem = exchange.status >= 400 ? problemOf(exchange.body) : undefined;
  if (problem === undefined) return [];
  const path = exchange.request.path.split('?')[0] ?? '';
  const found: Violation[] = [];
  const judge = (
    requirement: RequirementId,
    ok: boolean,
    violation: Omit<Violation, 'requirement'>,
  ) => {
    if (ok) seen.set(requirement, (seen.get(requirement) ?? 0) + 1);
    else found.push({ requirement, ...violation });
  };
  judge('problem.status', problem.status === exchange.status, {
    pointer: '/status',
    expected: `the answer's own status, ${exchange.status}`,
    actual: String(problem.status),
  });
  judge('problem.instance-path', namesPath(problem.instance, path), {
    pointer: '/instance',
    expected: `the path that was asked, ${path}`,
    actual: problem.instance,
  });
  return found;
}

/** With or without prefix, query or origin, encoded or not: all of these are the request's path. */
function namesPath(instance: string, path: string): boolean {
  const plain = (text: string): string => {
    try {
      return decodeURIComponent(text).toLowerCase();
    } catch {
      return text.toLowerCase();
    }
  };
  return plain(instance).includes(plain(path));
}
