/** Decides of a changed request whether a service must accept it, must refuse it for one reason, or may do either. */
import type { RequestReading, RequestViolation } from '../../contract/requests/index.ts';
import type { Path } from '../../contract/schema-nodes.ts';
import type { Candidate, ValueKind } from './candidate.ts';
import { replaceAt } from './paths.ts';

/** A change of a valid value in one place. */
export interface Edit extends Pick<Candidate, 'meaning' | 'requirement'> {
  /** The changed place; empty for the whole value. */
  readonly path: Path;
  /** What it tries, in words: the same for all values that a service hardly treats differently. */
  readonly rule: string;
  /** The new value of the place; undefined if it is left out. */
  readonly part: unknown;
  /** The value before the change. */
  readonly root: unknown;
}

/** A request value that differs from a valid one in a single place. */
export interface Variation extends Pick<Edit, 'path' | 'rule' | 'part'> {
  /** The whole value. */
  readonly value: unknown;
  readonly kind: ValueKind;
  /** The place and the rule, such as `contributor.*.role another type`. All entries of a list have the same. */
  readonly className: string;
  /** The requirement that a service breaks by accepting a refused value; undefined if the contract names none. */
  readonly requirement: string | undefined;
  /** Whether a service may refuse the value for another reason, too, and so hide that it does not check this one. */
  readonly reasons: 'one' | 'several';
  /** True if the package's own contract does not say the same of it. */
  readonly isNew: boolean;
}

/** What a request belongs to. It decides about values that are right only together with others. */
export interface RequestContext {
  /** The format of the book, for operations whose body does not have it. */
  readonly format?: string | undefined;
  /** The target's date, as `YYYY-MM-DD`. Without it, days are not compared with today. */
  readonly today?: string | undefined;
  /** The sequences of the chapters that the book may have; none by default. */
  readonly storedSequences?: readonly number[] | undefined;
  /** The ids of the files that its chapters may have; any UUID by default. */
  readonly tracks?: readonly string[] | undefined;
}

/** Reads what contains the part of a value at a path, and the part itself, by a contract. */
type Read = (value: unknown, path: Path) => RequestReading;

export interface Readers {
  readonly judged: Read;
  /** The own contract; undefined if it does not know the value at all. */
  readonly own: Read | 'same' | undefined;
  /** A value that both contracts accept. */
  readonly base: unknown;
  /** Returns whether another part of a value may be a reason to refuse it, or may be why the changed part matters. */
  readonly isOpenTogether: (value: unknown, path: Path) => boolean;
}

export function classifyEdit(edit: Edit, readers: Readers): Variation {
  const { path, rule, part, root } = edit;
  const { judged, own, base, isOpenTogether } = readers;
  const value = replaceAt(root, path, part);
  const classify = (read: Read, before: unknown): ReadKind =>
    classifyReading(read(value, path), read(before, path));
  const reading = classify(judged, root);
  const isSame = own === 'same' || (own && classify(own, base).kind === reading.kind);
  const { kind, requirement, reasons } = reading.kind === 'edge' ? addMeaning(edit) : reading;
  const isDoubtful = kind !== 'open' && isOpenTogether(value, path);
  return {
    path,
    rule,
    part,
    value,
    kind: isDoubtful && kind === 'edge' ? 'open' : kind,
    className: getClass(edit),
    requirement,
    reasons: isDoubtful ? 'several' : reasons,
    isNew: !isSame,
  };
}

/** Returns the place and the rule of an edit; the positions in lists do not matter. */
export function getClass({ path, rule }: Pick<Edit, 'path' | 'rule'>): string {
  const place = path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');
  return `${place} ${rule}`.trimStart();
}

/** Returns whether a class has the mistakes nearest to an accepted value: the check that a service forgets first. */
export function isNearestMistake(className: string): boolean {
  return /(?:left out|a near miss|an unlisted value|(?:just outside|above|below) the \w+)$/.test(
    className,
  );
}

type ReadKind = Pick<Variation, 'kind' | 'requirement' | 'reasons'>;

function addMeaning({ meaning, requirement }: Edit): ReadKind {
  const brokenId = meaning === 'refused' ? requirement : undefined;
  return { kind: meaning ?? 'edge', requirement: brokenId, reasons: 'one' };
}

/** Returns the kind by the contract. What is open before the change is not counted. */
function classifyReading(reading: RequestReading, before: RequestReading): ReadKind {
  const open: ReadKind = { kind: 'open', requirement: undefined, reasons: 'one' };
  const openNames = new Set(before.openValues.map(({ name }) => name));
  if (reading.openValues.some(({ name }) => !openNames.has(name))) return open;
  const earlier = new Set(before.violations.map(formatViolation));
  const added = reading.violations.filter((violation) => !earlier.has(formatViolation(violation)));
  const addsMember = reading.unlistedMembers.length > before.unlistedMembers.length;
  const [first] = added;
  if (first === undefined) {
    return addsMember || reading.violations.length > 0 ? open : { ...open, kind: 'edge' };
  }
  const isOneReason = added.every(
    ({ name, requirement }) => name === first.name && requirement === first.requirement,
  );
  const reasons = isOneReason && !addsMember ? 'one' : 'several';
  return { kind: 'refused', requirement: first.requirement, reasons };
}

function formatViolation({ name, keyword }: RequestViolation): string {
  return `${name} ${keyword}`;
}
