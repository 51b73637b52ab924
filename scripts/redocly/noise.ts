/** Reports of Redocly's drift command about our traffic that are not drift, with the reason. */

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

/** All known classes. A problem of no class is a disagreement. */
export const noise: readonly Noise[] = [
  {
    says: 'a request lacks the key',
    because:
      'We leave it out on purpose, to see the 401; the tool judges a request whatever the answer was.',
    covers: ({ rule, target, sentKey, status }) =>
      rule === 'security-baseline' && target === 'request' && !sentKey && status === 401,
  },
  {
    says: 'a call has a parameter that is nowhere described',
    because:
      'We add `foo` to a list call, to see whether the service refuses what it does not know.',
    covers: ({ rule, message, url }) =>
      rule === 'schema-consistency' &&
      message === 'Undocumented query parameter in traffic: "foo"' &&
      new URL(url).pathname.endsWith('/books'),
  },
  {
    says: 'a call leads to no operation',
    because:
      'We ask for a route that the contract does not have, to see how the service answers such a call.',
    covers: ({ rule, comment, status }) =>
      rule === 'undocumented-endpoint' &&
      comment.endsWith('no operation of the contract') &&
      status === 404,
  },
];
