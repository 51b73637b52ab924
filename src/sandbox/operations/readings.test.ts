import { describe, expect, test } from 'vitest';
import { getDefaultReading, listReadings } from '../../contract/requirements.ts';
import {
  type SettableId,
  chooseReadings,
  defaultReadings,
  settableIds,
} from '../readings/index.ts';
import { tour, tourFor } from '../scenes/tour/tour.ts';
import { checkAnswers } from '../scenes/check-answers.ts';

test('the sandbox gives the same responses on the same tour', async () => {
  expect(await tour()).toEqual(await tour());
});

test('the first reading of the ledger is the default', () => {
  for (const id of settableIds) expect(defaultReadings()[id]).toBe(getDefaultReading(id));
});

test('an unknown silence or reading is refused, and the known ones are listed', () => {
  expect(() => chooseReadings({ 'create.respond': 'x' })).toThrow(/no setting create\.respond/);
  expect(() => chooseReadings({ 'create.response': 'x' })).toThrow(/reference or walkthrough/);
});

/** Readings that only show together with another reading. */
const along: Readonly<Partial<Record<SettableId, Readonly<Record<string, string>>>>> = {
  'external.multiple': { 'create.duplicate-external-id': 'accepted' },
  'message.404-and-422': { 'attach.mismatch-body': 'message' },
};

/** Readings under which a refusal is not a Problem, although the contract describes one. */
const beyondContract: readonly SettableId[] = ['request.malformed-json', 'delete.invalid-params'];

/** The notes under the default readings. They are always the same, so each tour runs once. */
const usual = new Map<string, Promise<readonly string[]>>();

function usually(id: SettableId): Promise<readonly string[]> {
  const area = along[id] === undefined ? (id.split('.')[0] ?? id) : id;
  const notes = usual.get(area) ?? tourFor(id, { readings: along[id] ?? {} });
  usual.set(area, notes);
  return notes;
}

const others = settableIds.flatMap((id) =>
  listReadings(id)
    .slice(1)
    .map((reading) => [id, reading] as const),
);

describe.each(others)('%s: %s', (id, reading) => {
  test('shows in a response, and every response matches the contract', async () => {
    const log: string[] = [];
    const readings = { ...along[id], [id]: reading };
    const report = (line: string) => log.push(line);
    const notes = await tourFor(id, { readings, report, faults: [checkAnswers(report)] });
    expect(notes).not.toEqual(await usually(id));
    expect(notes.filter((note) => / 5[0-9]{2} |^lost:/.test(note))).toEqual([]);
    expect(beyondContract.includes(id) ? [] : log).toEqual([]);
  });
});
