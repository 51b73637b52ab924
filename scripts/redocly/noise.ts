/** Problems that Redocly's drift command reports about our traffic but that are not drifts, with the reason. */

/** A problem in the output of `redocly drift --format json`, with its first exchange. */
export interface Problem {
  readonly rule: string;
  readonly target: string;
  readonly message: string;
  readonly method: string;
  readonly url: string;
  readonly occurrences: number;
  readonly status: number;
  /** The comment in our HAR file: the number and operation of the exchange. */
  readonly comment: string;
  readonly sentKey: boolean;
}

export interface Noise {
  readonly says: string;
  readonly because: string;
  readonly covers: (problem: Problem) => boolean;
}

/** All known kinds. A problem of any other kind is a disagreement. */
export const noise: readonly Noise[] = [
  {
    says: 'a request lacks the key',
    because:
      'We omit it on purpose to get the 401; the tool judges a request regardless of the response.',
    covers: ({ rule, target, sentKey, status }) =>
      rule === 'security-baseline' && target === 'request' && !sentKey && status === 401,
  },
  {
    says: 'a call has an undocumented parameter',
    because: 'We add `foo` to a list call to see whether the service refuses unknown parameters.',
    covers: ({ rule, message, url }) =>
      rule === 'schema-consistency' &&
      message === 'Undocumented query parameter in traffic: "foo"' &&
      new URL(url).pathname.endsWith('/books'),
  },
  {
    says: 'a call matches no operation',
    because: 'We request a route that the contract does not have, to see the response.',
    covers: ({ rule, comment, status }) =>
      rule === 'undocumented-endpoint' &&
      comment.endsWith('no operation of the contract') &&
      status === 404,
  },
];
