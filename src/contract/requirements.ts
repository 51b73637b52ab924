/** The ledger: its ids as types, its entries, and the answers that a silence permits. */
import { requirements } from '../generated/requirements.ts';

type Ledger = typeof requirements;

/** Any id of the ledger. A misspelled one does not compile. */
export type RequirementId = keyof Ledger;

type IdOf<Level extends string> = {
  [Id in RequirementId]: Ledger[Id]['level'] extends Level ? Id : never;
}[RequirementId];

/** The requirements that bind or advise a service: all except silences and caller requirements. */
export type StatedId = IdOf<'must' | 'should'>;
export type SilenceId = IdOf<'open'>;
/** The silences that list two readings or more. */
export type ChoiceId = {
  [Id in SilenceId]: Ledger[Id] extends { readings: readonly [string, string, ...string[]] }
    ? Id
    : never;
}[SilenceId];
/** The requirements that bind the programs that call the service. */
export type CallerId = IdOf<'caller'>;

/**
 * The readings of a silence, as a union; `string` if the ledger says `any`.
 * @example ReadingOf<'publish.day-14'> // 'inclusive' | 'exclusive'
 */
export type ReadingOf<Id extends SilenceId> = Ledger[Id] extends {
  readings: readonly (infer Reading extends string)[];
}
  ? Reading
  : string;

export interface Requirement {
  /** The statement about the service, or what is left open. */
  readonly says: string;
  /** The section of the interface document. */
  readonly from: string;
  readonly level: 'must' | 'should' | 'open' | 'caller';
  /** The first version of this project with this entry. */
  readonly since: string;
  /** The operations and conditions under which the requirement is judged (`src/monitor/situations`). */
  readonly situations?: string;
  readonly readings?: 'any' | readonly [string, ...string[]];
  /** The readings that few readers of the document would expect. */
  readonly surprising?: readonly string[];
  /** True if other answers are permitted too, except those in `never`. */
  readonly others?: boolean;
  readonly never?: readonly string[];
  readonly priority?: 1 | 2 | 3;
  /** True if a service must give the same answer for an operation throughout a run. */
  readonly stable?: boolean;
  /** True if the schema check of every response covers the requirement, so that no other case is needed. */
  readonly shape?: boolean;
  /** The reason why no check tests the requirement. */
  readonly untested?: string;
  /** The reason why no fault breaks the requirement. */
  readonly unseeded?: string;
  /** The reason why the contract does not name the requirement. */
  readonly unplaced?: string;
}

const entries: Readonly<Record<RequirementId, Requirement>> = requirements;

export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(requirements, text);
}

/** Returns whether a text is the id of a requirement that binds or advises a service. */
export function isStated(text: string): text is StatedId {
  if (!isRequirementId(text)) return false;
  const { level } = entries[text];
  return level === 'must' || level === 'should';
}

function isChoiceId(id: SilenceId): id is ChoiceId {
  return listReadings(id).length > 1;
}

function isCallerId(id: RequirementId): id is CallerId {
  return entries[id].level === 'caller';
}

export const requirementIds: readonly RequirementId[] =
  Object.keys(requirements).filter(isRequirementId);
/** Every id that binds or advises a service, in the ledger's order. */
export const statedIds: readonly StatedId[] = requirementIds.filter(isStated);
/** Every silence, in the ledger's order. */
export const silenceIds: readonly SilenceId[] = requirementIds.filter(isSilence);
/** Every silence that lists two readings or more, in the ledger's order. */
export const choiceIds: readonly ChoiceId[] = silenceIds.filter(isChoiceId);
/** Every id that binds callers, in the ledger's order. */
export const callerIds: readonly CallerId[] = requirementIds.filter(isCallerId);

export function isSilence(text: string): text is SilenceId {
  return isRequirementId(text) && entries[text].level === 'open';
}

export function requirement(id: RequirementId): Requirement {
  return entries[id];
}

/** Returns the listed readings of a silence, the sandbox's default first; empty if the ledger says `any`. */
export function listReadings(id: SilenceId): readonly string[] {
  const { readings } = entries[id];
  return readings === undefined || readings === 'any' ? [] : readings;
}

/** Returns the reading that the sandbox uses by default; undefined if the ledger says `any`. */
export function getDefaultReading(id: SilenceId): string | undefined {
  return listReadings(id)[0];
}

/**
 * Returns true if a silence permits an answer. Listed readings are always permitted. Other answers are permitted only if
 * the ledger has `any`, or has `others` and does not list them in `never`.
 */
export function permits(id: SilenceId, answer: string): boolean {
  const { readings, others, never } = entries[id];
  if (readings === 'any' || listReadings(id).includes(answer)) return true;
  return others === true && !(never ?? []).includes(answer);
}

/** Returns true if a silence permits the answer, but few readers of the document would expect it. */
export function isSurprising(id: SilenceId, answer: string): boolean {
  return entries[id].surprising?.includes(answer) === true;
}

type Shapes = 'create.response' | 'update.response' | 'upload.response';
type Profile = { readonly [Id in Shapes]: ReadingOf<Id> };

function showAll<Form extends 'reference' | 'walkthrough'>(form: Form) {
  return { 'create.response': form, 'update.response': form, 'upload.response': form };
}

/** The readings of each form for the silences about response shapes. */
export const profiles = {
  reference: showAll('reference'),
  walkthrough: showAll('walkthrough'),
} satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;

export const profileNames: readonly ProfileName[] = ['reference', 'walkthrough'];
