/** A name for a drift that is the same in every run, with every seed and on every host. */
import { createHash } from 'node:crypto';

/** The properties that identify a drift. Ids, times and drawn values inside the texts do not count. */
export interface DriftIdentity {
  readonly requirement: string;
  readonly operation: string | undefined;
  readonly kind: string;
  readonly pointer: string | undefined;
  readonly expected: string;
  readonly actual: string;
}

/** Twelve hex digits over what a drift is known by. */
export function computeFingerprint(identity: DriftIdentity): string {
  const parts = [
    identity.requirement,
    identity.operation ?? '',
    identity.kind,
    (identity.pointer ?? '').replace(/\/\d+(?=\/|$)/g, '/*'),
    // The words of a property's expectation depend on the drawn value; only its kind stays the same.
    identity.kind === 'property' ? classifyValue(identity.expected) : stablePart(identity.expected),
    classifyValue(identity.actual),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** The kind of the actual value: a status, a JSON type, or text. */
export function classifyValue(actual: string): string {
  const status = /^([1-5]\d\d)\b/.exec(actual);
  if (status?.[1] !== undefined) return `status ${status[1]}`;
  const parsed = parse(actual);
  if (parsed === undefined) return 'text';
  if (parsed === null) return 'null';
  return Array.isArray(parsed) ? 'array' : typeof parsed;
}

/** Returns the expected value without the parts that a run draws or a service assigns. */
function stablePart(expected: string): string {
  const colon = expected.indexOf(': ');
  // `title as read back: Sea` compares a value that was drawn: what it is about stays, and its kind.
  if (colon > 0)
    return `${maskValues(expected.slice(0, colon))}: ${classifyValue(expected.slice(colon + 2))}`;
  return maskValues(expected);
}

/** A status at the front stays; ids, times, addresses, quoted texts and other numbers are removed. */
function maskValues(text: string): string {
  return text
    .replace(/https?:\/\/\S+/gi, '<address>')
    .replace(/\/books\/\S+/g, '<path>')
    .replace(/"(?:[^"\\]|\\.)*"/g, '<text>')
    .replace(/\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?/g, '<time>')
    .replace(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{8,}/gi, '<id>')
    .replace(/(?<![\w.-])-?\d+(\.\d+)?(?![\w.-])/g, (number) =>
      /^[1-5]\d\d$/.test(number) ? number : '<number>',
    );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
