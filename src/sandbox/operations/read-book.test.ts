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
import {
  recordSampleCalls,
  recordCallsFor,
} from '../../../tests/support/sandbox/sample-calls/sample-calls.ts';
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

test('the sandbox gives the same responses to the same calls', async () => {
  expect(await recordSampleCalls()).toEqual(await recordSampleCalls());
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

/** The responses under the default readings, by area. They are always the same, so each area is called only once. */
const defaultResponses = new Map<string, Promise<readonly string[]>>();

function readDefaultResponses(id: SettableId): Promise<readonly string[]> {
  const area = companionReadings[id] === undefined ? (id.split('.')[0] ?? id) : id;
  const responses =
    defaultResponses.get(area) ?? recordCallsFor(id, { readings: companionReadings[id] ?? {} });
  defaultResponses.set(area, responses);
  return responses;
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
    const defaultResponsesOfArea = await readDefaultResponses(id);
    const responses = await recordCallsFor(id, options, defaultResponsesOfArea);
    expect(responses).not.toEqual(defaultResponsesOfArea);
    expect(responses.filter((response) => / 5[0-9]{2} |^lost:/.test(response))).toEqual([]);
    expect(beyondContract.includes(id) ? [] : log).toEqual([]);
  });
});
