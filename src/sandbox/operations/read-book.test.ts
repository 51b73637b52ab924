/** Tests lookups by unusual external ids, and that every reading shows in a response. */
import { beforeEach, expect, test, describe } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { getDefaultReading, listReadings } from '../../contract/requirements.ts';
import {
  type SettableId,
  chooseReadings,
  getDefaultReadings,
  settableIds,
} from '../readings/index.ts';
import { tour, tourFor } from '../../../tests/support/sandbox/tour/tour.ts';
import { checkResponses } from '../../../tests/support/sandbox/wire-client.ts';

const { sandbox, client } = await openTestSandbox();
beforeEach(() => sandbox.reset());

test.each(['a/b', 'a b', '100%', 'a+b', 'été', '📚', 'a%2Fb', '?x#y', 'upload'])(
  'an external id %j works in the path',
  async (externalId) => {
    const id = await client.create('ebook', { externalId });
    const { body } = await client.get(`/books/external-id/${encodeURIComponent(externalId)}`);
    expect(valueAt(body, 'data.id')).toBe(id);
  },
);

test('the sandbox gives the same responses on every tour', async () => {
  expect(await tour()).toEqual(await tour());
});

test('the first reading of the ledger is the default', () => {
  for (const id of settableIds) expect(getDefaultReadings()[id]).toBe(getDefaultReading(id));
});

test('chooseReadings rejects an unknown silence, and an unknown reading with a list of the known readings', () => {
  expect(() => chooseReadings({ 'create.respond': 'x' })).toThrow(/no setting create\.respond/);
  expect(() => chooseReadings({ 'create.response': 'x' })).toThrow(/reference or walkthrough/);
});

/** The additional readings that some silences need for their own readings to show. */
const companionReadings: Readonly<Partial<Record<SettableId, Readonly<Record<string, string>>>>> = {
  'external.multiple': { 'create.duplicate-external-id': 'accepted' },
  'message.404-and-422': { 'attach.mismatch-body': 'message' },
};

/** Silences with readings under which a refusal is not a Problem, although the contract describes one. */
const beyondContract: readonly SettableId[] = ['request.malformed-json', 'delete.invalid-params'];

/** The notes under the default readings, by area. Each tour runs only once, because its notes are always the same. */
const defaultNotes = new Map<string, Promise<readonly string[]>>();

function readDefaultNotes(id: SettableId): Promise<readonly string[]> {
  const area = companionReadings[id] === undefined ? (id.split('.')[0] ?? id) : id;
  const notes = defaultNotes.get(area) ?? tourFor(id, { readings: companionReadings[id] ?? {} });
  defaultNotes.set(area, notes);
  return notes;
}

const otherReadings = settableIds.flatMap((id) =>
  listReadings(id)
    .slice(1)
    .map((reading) => [id, reading] as const),
);

describe.each(otherReadings)('%s: %s', (id, reading) => {
  test('shows in a response, and every response matches the contract', async () => {
    const log: string[] = [];
    const readings = { ...companionReadings[id], [id]: reading };
    const report = (line: string) => log.push(line);
    const options = { readings, report, faults: [checkResponses(report)] };
    const defaultNotesOfArea = await readDefaultNotes(id);
    const notes = await tourFor(id, options, defaultNotesOfArea);
    expect(notes).not.toEqual(defaultNotesOfArea);
    expect(notes.filter((note) => / 5[0-9]{2} |^lost:/.test(note))).toEqual([]);
    expect(beyondContract.includes(id) ? [] : log).toEqual([]);
  });
});
