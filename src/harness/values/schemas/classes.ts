/** Asks the contracts whether a changed value is accepted, refused or open. */
import type { RequestReading } from '../../../contract/requests/index.ts';
import { replaceAt, type Path } from './complete-body.ts';

/** A change of a valid value in one place. */
export interface Edit {
  /** The changed place; empty for the whole value. */
  readonly path: Path;
  /** The constraint that it tries. */
  readonly rule: string;
  /** The new value of the place; undefined if it is left out. */
  readonly part: unknown;
  /** The value before the change. */
  readonly root: unknown;
}

/** A request value with one change. */
export interface Variation extends Pick<Edit, 'path' | 'rule' | 'part'> {
  /** The whole value. */
  readonly value: unknown;
  readonly isRefused: boolean;
  /** True if the package's own contract does not say the same of it. */
  readonly isNew: boolean;
}

/** Reads a value by a contract. */
type Read = (value: unknown) => RequestReading;

interface Readers {
  readonly judged: Read;
  /** The own contract; undefined if it does not know the value at all. */
  readonly own: Read | 'same' | undefined;
  /** A value that both contracts accept. */
  readonly base: unknown;
}

/** Returns the edits that the document does not leave open, each different value once. */
export function classifyEdits(
  edits: readonly Edit[],
  { judged, own, base }: Readers,
): readonly Variation[] {
  const seenValues = new Set<string | undefined>();
  const readRoot = createCache(judged);
  return edits.flatMap(({ path, rule, part, root }) => {
    const value = replaceAt(root, path, part);
    const text = JSON.stringify(value);
    if (seenValues.has(text)) return [];
    seenValues.add(text);
    const judgedClass = getClass(judged(value), readRoot(root));
    if (judgedClass === 'open') return [];
    const isSame = own === 'same' || (own && getClass(own(value), own(base)) === judgedClass);
    return [{ path, rule, part, value, isRefused: judgedClass === 'refused', isNew: !isSame }];
  });
}

/** Returns a reader that remembers what it has read: many edits have the same root. */
function createCache(read: Read): Read {
  const readings = new Map<unknown, RequestReading>();
  return (value) => {
    const reading = readings.get(value) ?? read(value);
    readings.set(value, reading);
    return reading;
  };
}

/** Returns the class of a value. What is open before the change is not counted. */
function getClass(
  reading: RequestReading,
  before: RequestReading,
): 'accepted' | 'refused' | 'open' {
  const openNames = new Set(before.openValues.map(({ name }) => name));
  const isOpen = reading.openValues.some(({ name }) => !openNames.has(name));
  if (isOpen) return 'open';
  if (reading.violations.length > before.violations.length) return 'refused';
  const addsMember = reading.unlistedMembers.length > before.unlistedMembers.length;
  return addsMember || reading.violations.length > 0 ? 'open' : 'accepted';
}
