/** Tests reading and looking up a book, and that each operation needs a key. */
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

test('a book is read by either id, and reading changes nothing', async () => {
  const id = await client.create('ebook', { externalId: 'cat-1' });
  const before = await sandbox.books();
  const byId = await client.get(`/books/${id}`);
  const byExternalId = await client.get('/books/external-id/cat-1');
  expect(byId.status).toBe(200);
  expect(byId.body).toEqual(byExternalId.body);
  expect(await sandbox.books()).toEqual(before);
});

test('an uppercase id finds the same book', async () => {
  const id = await client.create('ebook');
  const { body } = await client.get(`/books/${id.toUpperCase()}`);
  expect(valueAt(body, 'data.id')).toBe(id);
});

test.each(['a/b', 'a b', '100%', 'a+b', 'été', '📚', 'a%2Fb', '?x#y', 'upload'])(
  'an external id %j works in the path',
  async (externalId) => {
    const id = await client.create('ebook', { externalId });
    const { body } = await client.get(`/books/external-id/${encodeURIComponent(externalId)}`);
    expect(valueAt(body, 'data.id')).toBe(id);
  },
);

test('an unknown id gets 404 with a message', async () => {
  const response = await client.get('/books/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90');
  expect([response.status, response.body]).toEqual([404, { message: 'Book not found.' }]);
  expect(response.mediaType).toBe('application/json');
});

test('an id that is not a UUID gets 400 and names the parameter', async () => {
  const response = await client.get('/books/nothing');
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([
    400,
    'bookPublicId',
  ]);
});

test('an unknown external id gets 422 and names the parameter', async () => {
  const response = await client.get('/books/external-id/nothing');
  expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([
    422,
    'bookExternalId',
  ]);
});

const book = '/books/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const keyedOperations = [
  ['POST', '/books'],
  ['GET', '/books'],
  ['GET', book],
  ['GET', '/books/external-id/x'],
  ['PATCH', book],
  ['POST', `${book}/upload`],
  ['PATCH', `${book}/file/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90/attach`],
  ['POST', `${book}/publish`],
  ['POST', `${book}/unpublish`],
  ['DELETE', book],
] as const;

test.each(keyedOperations)('%s %s needs a key', async (method, path) => {
  const json = method === 'GET' ? undefined : {};
  for (const key of [null, 'wrong', '']) {
    const response = await client.sendRequest(method, path, { key, json });
    expect([response.status, response.body]).toEqual([401, { message: 'Unauthorized' }]);
    expect(response.requirement).toBe(key === 'wrong' ? 'auth.invalid-key' : 'auth.missing-key');
  }
});

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
