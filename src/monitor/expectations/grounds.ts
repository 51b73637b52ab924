/** A reason for which a request must or may be refused. */
import type { SilenceId, StatedId } from '../../contract/requirements.ts';

/** The document says that such a request is refused. */
export interface MustRefuse {
  readonly must: StatedId;
  /** Broken instead if the request is accepted. */
  readonly accepted?: StatedId;
  /** Statuses the refusal may have. */
  readonly statuses: readonly number[];
  /** Fields of which a 400 has to name at least one; empty if it need not name any. */
  readonly names: readonly string[];
}

/** The document leaves open whether such a request is refused. */
export interface MayRefuse {
  readonly may: SilenceId;
  readonly statuses: readonly number[];
  /** True if the response shows which reading of the silence the service follows. */
  readonly decides: boolean;
  /** True if the state of the book is the reason, regardless of what is sent. */
  readonly byState?: true;
  /**
   * Calls that the service must treat alike: after it has refused one, it must refuse each. For example, a service that
   * refuses other bytes at a used URL must do so for every file.
   */
  readonly consistent?: Consistency;
  /**
   * A requirement that a refusal for this reason proves. It stays unproven otherwise, because the service may also
   * refuse at a later call.
   */
  readonly proof?: RefusalProof;
}

export interface Consistency {
  readonly kind: string;
  /** Broken by a service that refuses some calls of the kind and accepts others. */
  readonly requirement: StatedId;
}

export interface RefusalProof {
  readonly requirement: StatedId;
  readonly status: number;
  /** The field that the refusal names if this is its reason. */
  readonly name: string;
}

export type Ground = MustRefuse | MayRefuse;

export function must(
  requirement: StatedId,
  statuses: readonly number[],
  ...names: readonly string[]
): MustRefuse {
  return { must: requirement, statuses, names };
}

/** The response does not show a reading: the silence may not apply to this call, or the refusal may have another reason. */
export function may(silence: SilenceId, ...statuses: readonly number[]): MayRefuse {
  return { may: silence, statuses, decides: false };
}

/** No reading of the silence has some calls of the kind refused and others accepted. */
export function requireConsistency(
  ground: MayRefuse,
  kind: string,
  requirement: StatedId,
): MayRefuse {
  return { ...ground, consistent: { kind, requirement } };
}

/** The habit of a service that refuses calls of a kind. */
export const refusing = 'refuses';

/** A refusal with this status, if it names the field, meets a requirement. */
export function withProof(ground: MayRefuse, shows: RefusalProof): MayRefuse {
  return { ...ground, proof: shows };
}

/** The state of the book may be a reason: its status, or the files that it has. */
export function mayByState(silence: SilenceId, ...statuses: readonly number[]): MayRefuse {
  return { ...may(silence, ...statuses), byState: true };
}

/** The request is exactly what the silence is about, so the response shows its reading. */
export function decides(silence: SilenceId, ...statuses: readonly number[]): MayRefuse {
  return { may: silence, statuses, decides: true };
}

export function isMust(ground: Ground): ground is MustRefuse {
  return 'must' in ground;
}

/** Any 4xx, for silences whose ledger entry permits answers that it does not list. */
export const anyRefusal = [400, 403, 404, 405, 409, 410, 413, 414, 415, 422] as const;

/** Refusals because of a book's status. The book is there, and the request is readable. */
export const statusRefusal = [400, 403, 405, 409, 422] as const;

/** The response that a call must get if there is no reason to refuse it. */
export interface Acceptance {
  readonly statuses: readonly number[] | '2xx';
  /** Broken by an undocumented success status. */
  readonly status: StatedId;
  /** Broken if the call is refused; `names` are the fields that the refusal names. */
  readonly refused: (names: readonly string[]) => readonly StatedId[];
  /** Met by an accepted call, in addition to all that its refusal could break. */
  readonly speaksFor?: readonly StatedId[];
}

export interface Expectation {
  readonly grounds: readonly Ground[];
  /** Broken if the call finds no book: refused calls that may have removed it all the same. */
  readonly removals?: readonly StatedId[];
  /** The keys of the JSON object that was sent. */
  readonly sent?: readonly string[];
  readonly accepts: Acceptance;
  /** Broken by a refusal with a status that no ground permits, if the call may be refused. */
  readonly otherRefusal?: StatedId;
  /** Met by a refusal that a ground permits, though none demands it. */
  readonly openRefusal?: StatedId;
}
