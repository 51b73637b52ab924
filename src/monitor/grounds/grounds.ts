/** The grounds for which a request must or may be refused, and what is expected of its response. */
import type { SilenceId, StatedId } from '../../contract/requirements.ts';

/** The document says that such a request is refused. */
export interface MustRefuse {
  readonly must: StatedId;
  /** Broken by accepting the request, if that is another requirement. */
  readonly brokenByAcceptance?: StatedId;
  /** Statuses the refusal may have. */
  readonly statuses: readonly number[];
  /** A 400 has to name at least one of these fields, if there are any. */
  readonly names: readonly string[];
  /** True if another requirement refuses the request for the same mistake. */
  readonly sharesMistake?: true;
}

/** The document leaves open whether such a request is refused. */
interface MayRefuse {
  readonly may: SilenceId;
  readonly statuses: readonly number[];
  /** True if the response shows the service's reading of the silence. */
  readonly showsReading: boolean;
  /** True if the state of the book is the reason, whatever the request contains. */
  readonly byState?: true;
  /**
   * The calls that the service must treat alike: after it has refused one, it must refuse all. For example, a service
   * that refuses other bytes at a used URL must do so for every file.
   */
  readonly consistency?: {
    readonly kind: string;
    /** Broken by a service that refuses some calls of the kind and accepts others. */
    readonly requirement: StatedId;
  };
  /** A requirement that a refusal for this reason proves. Accepting the call breaks nothing: a later call may be refused. */
  readonly proof?: RefusalProof;
}

export interface RefusalProof {
  readonly requirement: StatedId;
  readonly status: number;
  /** The field that the refusal names if this is its reason. */
  readonly name: string;
  /** Valid fields of the same kind. A refusal that names only these names the wrong field. */
  readonly validFields?: readonly string[];
}

export type Ground = MustRefuse | MayRefuse;

/** Demands a refusal. */
export function must(
  requirement: StatedId,
  statuses: readonly number[],
  ...names: readonly string[]
): MustRefuse {
  return { must: requirement, statuses, names };
}

/** Demands a refusal for a mistake for which another requirement demands it, too. */
export function mustAlso(requirement: StatedId, statuses: readonly number[]): MustRefuse {
  return { ...must(requirement, statuses), sharesMistake: true };
}

/** Permits a refusal. The response shows no reading, because the refusal may have another reason. */
export function may(silence: SilenceId, ...statuses: readonly number[]): MayRefuse {
  return { may: silence, statuses, showsReading: false };
}

/** The habit of a service that refuses calls of a kind. */
export const refusalHabit = 'refuses';

/** Permits a refusal because of the book's state: its status or its files. */
export function mayByState(silence: SilenceId, ...statuses: readonly number[]): MayRefuse {
  return { ...may(silence, ...statuses), byState: true };
}

/** Returns the grounds if a condition holds. */
export function when(condition: boolean, ...grounds: readonly Ground[]): readonly Ground[] {
  return condition ? grounds : [];
}

/** Permits a refusal. The request is exactly what the silence is about, so the response shows the reading. */
export function decides(silence: SilenceId, ...statuses: readonly number[]): MayRefuse {
  return { may: silence, statuses, showsReading: true };
}

export function isMust(ground: Ground): ground is MustRefuse {
  return 'must' in ground;
}

/** Any 4xx, for silences that permit other responses than their ledger entry lists. */
export const anyRefusal = [400, 403, 404, 405, 409, 410, 413, 414, 415, 422] as const;

/** The statuses of a refusal because of the book's status: the book exists, and the request is readable. */
export const statusRefusal = [400, 403, 405, 409, 422] as const;

/** What it means that a call is accepted or refused although there is no reason to refuse it. */
interface Acceptance {
  /** Returns the requirements that a refusal breaks, if these are others; `names` are the fields that it names. */
  readonly brokenByRefusal?: (names: readonly string[]) => readonly StatedId[];
  /** Met by an accepted call, in addition to the requirements that its refusal could break. */
  readonly metByAcceptance?: readonly StatedId[];
}

/** What an operation expects of the response to a call, apart from what the contract says. */
export interface Expectation {
  readonly grounds: readonly Ground[];
  readonly accepts?: Acceptance;
  /** Broken by a refusal with a status that no ground permits, if the call may be refused. */
  readonly brokenByOtherStatus?: StatedId;
}

/** Everything that is expected of the response to a call. */
export interface CompleteExpectation extends Expectation {
  /** The statuses of an accepted call. */
  readonly successStatuses: readonly number[] | '2xx';
  /** Broken by an undocumented success status, and by a refusal. */
  readonly statusRequirement: StatedId;
  readonly accepts: Acceptance;
  /** Broken if the call does not find its book: refused deletes that may have removed it all the same. */
  readonly refusedDeletes: readonly StatedId[];
  /** The statuses that say that the book was not found. */
  readonly notFoundStatuses: readonly number[];
  /** The keys of the JSON object that was sent. */
  readonly sentKeys: readonly string[];
}
