/** What a service did once where the document leaves it open, it does each time. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const author = { firstName: 'Ines', lastName: 'Aldana', role: 'Author' };
const editor = { firstName: 'Ben', lastName: 'Ode', role: 'Editor' };
const narrator = { firstName: 'Cleo', lastName: 'Marsh', role: 'Narrated by' };
const audiobook = {
  format: 'audio',
  audioDetails: { audioLength: 60, audioEdition: 'UBR' },
  contributor: [author, narrator],
};

function update(contributor: readonly object[]) {
  return exchangeOf('PATCH', `/books/${id}`, {
    json: { contributor },
    status: 200,
    body: { bookId: id },
  });
}

function read(contributor: readonly object[]) {
  const body = book(id, { ...audiobook, contributor });
  return exchangeOf('GET', `/books/${id}`, { status: 200, body });
}

const created = exchangeOf('POST', '/books', {
  json: { ...createBody, ...audiobook },
  status: 201,
  body: book(id, audiobook),
});
const published = exchangeOf('POST', `/books/${id}/publish`, {
  json: {},
  status: 204,
  body: undefined,
});

test('an update without a narrator removes it if the service was seen to replace contributors', () => {
  const withoutNarrator = [created, update([author, editor]), published];
  expect(judge(withoutNarrator).drifts).not.toContain('publish.narrator');
  const replaced = [created, update([editor, narrator]), read([editor, narrator])];
  expect(judge([...replaced, update([author, editor]), published]).drifts).toContain(
    'publish.narrator',
  );
});

test('a service that was seen to add to contributors keeps the narrator', () => {
  const merged = [author, narrator, editor];
  const history = [created, update([editor]), read(merged), update([author, editor])];
  expect(judge([...history, read(merged)]).drifts).toEqual([]);
  expect(judge([...history, read([author, editor])]).drifts).toContain('update.changes-values');
});

test('a service that was seen to do both is held to neither', () => {
  const both = [
    created,
    update([editor]),
    read([editor]),
    update([author]),
    read([editor, author]),
  ];
  const { drifts } = judge([...both, update([narrator]), read([narrator])]);
  expect(drifts).toEqual(['update.changes-values']);
});
