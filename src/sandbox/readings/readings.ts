/** The silences for which the sandbox has a setting, and the reading of each. */
import {
  type ChoiceId,
  choiceIds,
  getDefaultReading,
  listReadings,
  type ReadingOf,
} from '../../contract/requirements.ts';

/** Silences with readings but without a setting: the sandbox always behaves in one way. */
const fixedIds = [
  'tenancy.external-ids',
  'concurrency',
  'auth.forbidden',
  'list.snapshot',
  'update.same-shape-as-create',
  'put.other-headers',
  'attach.detach',
  'list.links.prev',
  'list.links.prev-beyond',
  'list.links.next-beyond',
  'list.updated-by-itself',
  'create.left-out',
  'list.links.page',
  'list.int-parsing',
  'list.language.entries',
  'list.in-shops',
  'list.overlap',
  'list.product-identifier',
  'list.author-names',
  'external.other-book',
  'book.empty-text',
  'book.list-order',
  'book.imprint.changes',
  'body.content-type',
  'delete.draft',
  'status.without-call',
  'attach.files-entry-type',
  'problem.entry-names',
  'problem.repeated-entries',
] as const satisfies readonly ChoiceId[];

/** A silence with a setting: any silence with at least two readings, except the fixed ones. */
export type SettableId = Exclude<ChoiceId, (typeof fixedIds)[number]>;

/** Every silence with a setting, in the order of the ledger. */
export const settableIds: readonly SettableId[] = choiceIds.filter(isSettable);

function isSettable(id: ChoiceId): id is SettableId {
  return !fixedIds.some((fixedId) => fixedId === id);
}

/** One reading for each silence with a setting. */
export type Readings = { readonly [Id in SettableId]: ReadingOf<Id> };

/** Returns the reading that the ledger names first, for each silence. */
export function getDefaultReadings(): Readings {
  return asReadings(Object.fromEntries(settableIds.map((id) => [id, getDefaultReading(id)])));
}

/**
 * Returns the chosen readings, and the default readings of all other silences.
 * @throws Error if the sandbox has no setting for a silence, or if the silence does not have the reading
 */
export function chooseReadings(chosenReadings: Readonly<Record<string, string>>): Readings {
  for (const [id, reading] of Object.entries(chosenReadings)) {
    const settableId = settableIds.find((settable) => settable === id);
    if (settableId === undefined) {
      throw new Error(
        `The sandbox has no setting ${id}. See \`bookdist requirements --level open\`.`,
      );
    }
    const readings = listReadings(settableId);
    if (!readings.includes(reading)) {
      throw new Error(`${id} can be ${readings.join(' or ')}, not ${reading}.`);
    }
  }
  return asReadings({ ...getDefaultReadings(), ...chosenReadings });
}

function asReadings(record: Readonly<Record<string, string | undefined>>): Readings {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each key of settableIds is there, with a reading the ledger lists
  return record as Readings;
}
