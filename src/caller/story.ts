/** Defines a story: one kind of trouble that a program must survive. Stories are data, in TypeScript or in YAML. */
import type { OperationId } from '../contract/operations.ts';

/** What happens to a call. The first seven come before the service does anything, or instead of it. */
export type Effect =
  /** The response has this status, and the service does nothing. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterSeconds?: number;
      /** The form of Retry-After; seconds unless given. */
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
  | { readonly kind: 'status-after-work'; readonly status: number }
  /** The service does the work, and the response is late. */
  | { readonly kind: 'delay'; readonly seconds: number }
  /** The service does the work, and never answers. */
  | { readonly kind: 'no-response' }
  /** The service does the work, and its response body arrives in small pieces over this time. */
  | { readonly kind: 'slow-body'; readonly seconds: number }
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

/** Trouble for some of the calls of the program. */
export interface Trouble {
  /** The operations of the calls; any operation unless given. */
  readonly on?: readonly OperationId[];
  /** Only uploads and attaches of these files; of any file unless given. */
  readonly files?: 'content' | 'cover';
  /** The first call that gets the trouble, counted from 1 among those of `on`; 1 unless given. */
  readonly call?: number;
  /** How many calls get it, from that one on; 1 unless given. */
  readonly times?: number | 'all';
  /** Counts each operation of `on` separately. */
  readonly each?: boolean;
  /** Absent if the readings or the start of the story are the trouble; these calls then show it. */
  readonly effect?: Effect;
  /** Counts only responses with one of these statuses as trouble; for troubles without an effect. */
  readonly statuses?: readonly number[];
}

/** The sandbox at the start of a story. */
export interface StoryStart {
  /** True if the program has run before, without trouble. */
  readonly ranBefore?: boolean;
  /** Books that other programs of the account created before. */
  readonly otherBooks?: number;
  /** The status of books of other programs with the titles of those that the program leaves, and of drafts that it deletes. */
  readonly twins?: 'draft' | 'withdrawn';
  /** True if upload URLs are on the host of the service. */
  readonly uploadsAtService?: boolean;
  /** The clock of the service minus that of the machine. */
  readonly clockMinutes?: number;
  readonly uploadSeconds?: number;
  readonly reviewSeconds?: number;
  /** How late lists and lookups show a write, with the reading `consistency: eventual`. */
  readonly lagSeconds?: number;
}

export interface Story {
  /** In kebab case. */
  readonly name: string;
  /** Says in one sentence what happens. */
  readonly says: string;
  readonly troubles: readonly Trouble[];
  /** Readings of silences that differ from the calm run. */
  readonly readings?: Readonly<Record<string, string>>;
  readonly start?: StoryStart;
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
