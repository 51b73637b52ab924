/** Tests that a service must repeat a behaviour that it has shown and that the document leaves open. */
import { expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const author = { firstName: 'Ines', lastName: 'Aldana', role: 'Author' };
const editor = { firstName: 'Ben', lastName: 'Ode', role: 'Editor' };
const narrator = { firstName: 'Cleo', lastName: 'Marsh', role: 'Narrated by' };
const audiobook = {
  format: 'audio',
  audioDetails: { audioLength: 60, audioEdition: 'UBR' },
  contributor: [author, narrator],
};

function buildUpdate(contributor: readonly object[]) {
  return buildExchange('PATCH', `/books/${id}`, {
    json: { contributor },
    status: 200,
    body: { bookId: id },
  });
}

function buildRead(contributor: readonly object[]) {
  const body = buildBook(id, { ...audiobook, contributor });
  return buildExchange('GET', `/books/${id}`, { status: 200, body });
}

const created = buildExchange('POST', '/books', {
  json: { ...createBody, ...audiobook },
  status: 201,
  body: buildBook(id, audiobook),
});
const publish = buildExchange('POST', `/books/${id}/publish`, {
  json: {},
  status: 204,
  body: undefined,
});

test('a publish drifts after an update without the narrator if the service has shown that it replaces contributors', () => {
  const withoutNarrator = [created, buildUpdate([author, editor]), publish];
  expect(judge(withoutNarrator).drifts).not.toContain('publish.narrator');
  const history = [created, buildUpdate([editor, narrator]), buildRead([editor, narrator])];
  expect(judge([...history, buildUpdate([author, editor]), publish]).drifts).toContain(
    'publish.narrator',
  );
});

test('a service that has shown that it adds contributors drifts if an update removes one', () => {
  const allContributors = [author, narrator, editor];
  const history = [
    created,
    buildUpdate([editor]),
    buildRead(allContributors),
    buildUpdate([author, editor]),
  ];
  expect(judge([...history, buildRead(allContributors)]).drifts).toEqual([]);
  expect(judge([...history, buildRead([author, editor])]).drifts).toContain(
    'update.changes-values',
  );
});

test('a service that first replaces and then adds contributors drifts only at the first change of behaviour', () => {
  const history = [
    created,
    buildUpdate([editor]),
    buildRead([editor]),
    buildUpdate([author]),
    buildRead([editor, author]),
  ];
  const { drifts } = judge([...history, buildUpdate([narrator]), buildRead([narrator])]);
  expect(drifts).toEqual(['update.changes-values']);
});
