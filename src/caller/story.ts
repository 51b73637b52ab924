/**
 * Defines a story: one kind of trouble that a program must survive. Stories are data, in TypeScript or in YAML, and the
 * schema of a file of them is generated from these types: a description completes a sentence such as "takes a number of
 * seconds".
 */
import type { OperationId } from '../contract/operations.ts';

/**
 * A whole number of at least 1.
 * @asType integer
 * @minimum 1
 */
type Count = number;

/**
 * A number of seconds.
 * @minimum 0
 */
type Seconds = number;

/**
 * A status from 200 to 599.
 * @asType integer
 * @minimum 200
 * @maximum 599
 */
type Status = number;

/**
 * A map with a `kind`: what happens to a call.
 * @discriminator kind
 */
export type Effect =
  // The first seven come before the service does anything, or instead of it.
  /** The response has this status, and the service does nothing. */
  | {
      readonly kind: 'status';
      readonly status: Status;
      readonly retryAfterSeconds?: Seconds;
      /** `seconds` or `date`: the form of Retry-After; seconds unless given. */
      readonly retryAfterForm?: 'seconds' | 'date';
      /** The parameter that a Problem names; without it the body is a message. */
      readonly invalidParam?: string;
    }
  /** A gateway redirects the call to a page that answers with 200, and the service does nothing. */
  | { readonly kind: 'redirect' }
  /** A proxy answers with 200 and an HTML page, and the service does nothing. */
  | { readonly kind: 'html-page' }
  /** The connection breaks before the service does anything. */
  | { readonly kind: 'reset' }
  /** The key is no longer valid, for this call and all later ones. */
  | { readonly kind: 'withdrawn-key' }
  /** The upload URLs of the response have expired when the program gets them. */
  | { readonly kind: 'expired-urls' }
  /** Another program creates a book just before the call. */
  | { readonly kind: 'other-create' }
  /** The review of the published book ends with `action_needed`. */
  | { readonly kind: 'failed-review' }
  /** The service does the work, and the connection breaks before the response. */
  | { readonly kind: 'lost-response' }
  /** The service does the work, and the response has another status. */
  | { readonly kind: 'status-after-work'; readonly status: Status }
  /** The service does the work, and the response is late. */
  | { readonly kind: 'delay'; readonly seconds: Seconds }
  /** The service does the work, and never answers. */
  | { readonly kind: 'no-response' }
  /** The service does the work, and its response body arrives in small pieces over this time. */
  | { readonly kind: 'slow-body'; readonly seconds: Seconds }
  /** The connection breaks within the response body. */
  | { readonly kind: 'truncated-body' }
  /** The response is legal, but not in the form that programs usually get. */
  | { readonly kind: 'form'; readonly form: ResponseForm };

export const responseForms = [
  'extra-fields',
  'unknown-status',
  'empty-page',
  'capital-headers',
  'closed-connection',
  'spaced-json',
  'gzip',
  'chunked',
] as const;

export type ResponseForm = (typeof responseForms)[number];

/** A map with `on` and `effect`: trouble for some of the calls of the program. */
export interface Trouble {
  /**
   * A list of operations, to which the calls belong; any operation unless given.
   * @minItems 1
   */
  readonly on?: readonly OperationId[];
  /** `content` or `cover`, for uploads and attaches of only these files; of any file unless given. */
  readonly files?: 'content' | 'cover';
  /** A whole number of at least 1: the first call that gets the trouble, among those of `on`; 1 unless given. */
  readonly call?: Count;
  /** `all`, or how many calls get it, from that one on; 1 unless given. */
  readonly times?: Count | 'all';
  /** True or false: true to count each operation of `on` separately. */
  readonly each?: boolean;
  /** Absent if the readings or the start of the story are the trouble; these calls then show it. */
  readonly effect?: Effect;
  /** A list of statuses, without an effect: only responses with one of them count as trouble. */
  readonly statuses?: readonly Status[];
}

/** A map with the state of the sandbox at the start of a story. */
export interface StoryStart {
  /** True or false: true if the program has run before, without trouble. */
  readonly ranBefore?: boolean;
  /** A whole number of at least 1: the books that other programs of the account created before. */
  readonly otherBooks?: Count;
  /**
   * `draft` or `withdrawn`: the status of books of other programs with the titles of those that the program leaves, and of
   * drafts that it deletes.
   */
  readonly twins?: 'draft' | 'withdrawn';
  /** True or false: true if upload URLs are on the host of the service. */
  readonly uploadsAtService?: boolean;
  /** A number of minutes: the clock of the service minus that of the machine. */
  readonly clockMinutes?: number;
  readonly uploadSeconds?: Seconds;
  readonly reviewSeconds?: Seconds;
  /** The number of seconds after which lists and lookups show a write, with the reading `consistency: eventual`. */
  readonly lagSeconds?: Seconds;
}

/** A map with `name`, `says` and `troubles`. */
export interface Story {
  /**
   * A name of lowercase letters, digits and hyphens.
   * @pattern ^[a-z][a-z0-9-]*$
   */
  readonly name: string;
  /**
   * A sentence that says what happens.
   * @minLength 1
   */
  readonly says: string;
  /**
   * A list of troubles.
   * @minItems 1
   */
  readonly troubles: readonly Trouble[];
  /** A map of silences to the readings that differ from the calm run, such as {create.response: walkthrough}. */
  readonly readings?: Readonly<Record<string, string>>;
  readonly start?: StoryStart;
}

/**
 * A map with a list `stories`.
 * @title Stories of bookdist caller
 */
export interface StoryFile {
  /**
   * A list of stories.
   * @minItems 1
   */
  readonly stories: readonly Story[];
}

/** The seconds for retries if a call never succeeds: careful programs try for minutes before they give up. */
const outageSeconds = 180;

/** The seconds for a call that is never answered: many programs wait a minute for a response. */
const unansweredSeconds = 60;

/** The seconds that a program may lose only because of a story, in addition to those of a single retry. */
export function getDelaySeconds({ troubles, start }: Story): number {
  const delays = troubles.map(({ effect, times = 1 }) => {
    if (effect?.kind === 'delay') return effect.seconds * (times === 'all' ? 10 : times);
    if (effect?.kind === 'no-response' || effect?.kind === 'slow-body') return unansweredSeconds;
    return effect?.kind === 'status' && times === 'all' ? outageSeconds : 0;
  });
  return delays.reduce((sum, delay) => sum + delay, start?.reviewSeconds ?? 0);
}

/** Returns a function that chooses the trouble of the next call. The first trouble that applies wins. */
export function createChooser(troubles: readonly Trouble[]) {
  const counts = troubles.map(() => new Map<string, number>());
  return (operation: OperationId | undefined, role = ''): Trouble | undefined => {
    if (operation === undefined) return undefined;
    const applicable = troubles.filter((trouble, index) => {
      if (trouble.on?.includes(operation) === false) return false;
      if (trouble.files !== undefined && !role.endsWith(`_${trouble.files}`)) return false;
      const key = trouble.each === true ? operation : '';
      const number = (counts[index]?.get(key) ?? 0) + 1;
      counts[index]?.set(key, number);
      return includesCall(trouble, number);
    });
    return applicable[0];
  };
}

function includesCall({ effect, call = 1, times = 1 }: Trouble, number: number): boolean {
  // A trouble without an effect is a property of the whole story, so each call may show it.
  if (effect === undefined) return true;
  return number >= call && (times === 'all' || number < call + times);
}
