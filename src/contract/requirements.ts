/** The ledger as types and look-ups: what an id says, and which answers a silence permits. */
import { requirements } from '../generated/requirements.ts';

type Ledger = typeof requirements;

/** Any id of the ledger. A typo does not compile. */
export type RequirementId = keyof Ledger;

type IdOf<Level extends string> = {
  [Id in RequirementId]: Ledger[Id]['level'] extends Level ? Id : never;
}[RequirementId];

/** What a service can be held to or advised about: everything but the silences. */
export type StatedId = IdOf<'must' | 'should'>;
/** What the document leaves open. */
export type SilenceId = IdOf<'open'>;
/** What binds the programs that call the service. */
export type CallerId = IdOf<'caller'>;

/**
 * The answers a silence lists, as a union; `string` where the ledger says `any`.
 * @example ReadingOf<'publish.day-14'> // 'inclusive' | 'exclusive'
 */
export type ReadingOf<Id extends SilenceId> = Ledger[Id] extends {
  readings: readonly (infer Reading extends string)[];
}
  ? Reading
  : string;

/** One entry of the ledger, with every optional part. */
export interface Requirement {
  /** One sentence about the service, or about what is open. */
  readonly says: string;
  /** The section of the interface document. */
  readonly from: string;
  readonly level: 'must' | 'should' | 'open' | 'caller';
  /** The version of this project that first asked about it, or first noted it. */
  readonly since: string;
  readonly readings?: 'any' | readonly [string, ...string[]];
  /** Readings that the document permits and that few of its readers would expect. */
  readonly surprising?: readonly string[];
  /** Answers beyond the readings are permitted too, apart from those in `never`. */
  readonly others?: boolean;
  readonly never?: readonly string[];
  readonly priority?: 1 | 2 | 3;
  /** One answer per operation and run. */
  readonly stable?: boolean;
  /** Checked on every answer in passing, by its form; no case of its own is needed. */
  readonly shape?: boolean;
  readonly untested?: string;
  readonly unseeded?: string;
  readonly unplaced?: string;
}

const entries: Readonly<Record<RequirementId, Requirement>> = requirements;

/** Whether a text is an id of the ledger. */
export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(requirements, text);
}

function isSilenceId(id: RequirementId): id is SilenceId {
  return entries[id].level === 'open';
}

function isStatedId(id: RequirementId): id is StatedId {
  const { level } = entries[id];
  return level === 'must' || level === 'should';
}

function isCallerId(id: RequirementId): id is CallerId {
  return entries[id].level === 'caller';
}

/** Every id, in the ledger's order. */
export const requirementIds: readonly RequirementId[] =
  Object.keys(requirements).filter(isRequirementId);
/** Every id a service can be held to or advised about, in the ledger's order. */
export const statedIds: readonly StatedId[] = requirementIds.filter(isStatedId);
/** Every silence, in the ledger's order. */
export const silenceIds: readonly SilenceId[] = requirementIds.filter(isSilenceId);
/** Every id that binds callers, in the ledger's order. */
export const callerIds: readonly CallerId[] = requirementIds.filter(isCallerId);

/** Whether a text is the id of a silence. */
export function isSilence(text: string): text is SilenceId {
  return isRequirementId(text) && isSilenceId(text);
}

/** The entry of an id. */
export function requirement(id: RequirementId): Requirement {
  return entries[id];
}

/** The listed answers to a silence, the sandbox's default first; empty where the ledger says `any`. */
export function readingsOf(id: SilenceId): readonly string[] {
  const { readings } = entries[id];
  return readings === undefined || readings === 'any' ? [] : readings;
}

/** The answer the sandbox gives unless told otherwise; undefined where the ledger says `any`. */
export function defaultReading(id: SilenceId): string | undefined {
  return readingsOf(id)[0];
}

/**
 * Whether a service may answer a silence like this. Listed readings always may; other answers
 * only where the ledger says `any`, or says `others` without ruling this one out by `never`.
 */
export function permits(id: SilenceId, answer: string): boolean {
  const { readings, others, never } = entries[id];
  if (readings === 'any' || readingsOf(id).includes(answer)) return true;
  return others === true && !(never ?? []).includes(answer);
}
