/** Computes a name for a drift that is the same in every run, with every seed and on every host. */
import { createHash } from 'node:crypto';

/** The properties that identify a drift. Ids, times and generated values in the texts are ignored. */
export interface DriftIdentity {
  readonly requirement: string;
  readonly operation: string | undefined;
  readonly kind: string;
  readonly pointer: string | undefined;
  readonly expected: string;
  readonly actual: string;
}

/** Returns the fingerprint of a drift: twelve hex digits. */
export function computeFingerprint(identity: DriftIdentity): string {
  const parts = [
    identity.requirement,
    identity.operation ?? '',
    identity.kind,
    (identity.pointer ?? '').replace(/\/\d+(?=\/|$)/g, '/*'),
    // The words of a property's expectation depend on the generated value; only its kind stays the same.
    identity.kind === 'property'
      ? classifyValue(identity.expected)
      : removeVariableParts(identity.expected),
    classifyValue(identity.actual),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** Returns the kind of a value: a status, a JSON type, or `text`. */
export function classifyValue(text: string): string {
  const status = /^([1-5]\d\d)\b/.exec(text);
  if (status?.[1] !== undefined) return `status ${status[1]}`;
  const value = parseJson(text);
  if (value === undefined) return 'text';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns the expected value without the parts that a run generates or a service assigns. */
function removeVariableParts(expected: string): string {
  const colon = expected.indexOf(': ');
  // In `title as read back: Sea`, the value was generated: only the words before it and its kind stay.
  if (colon > 0)
    return `${maskValues(expected.slice(0, colon))}: ${classifyValue(expected.slice(colon + 2))}`;
  return maskValues(expected);
}

/** Replaces ids, times, addresses, quoted texts and numbers by placeholders; statuses stay. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
