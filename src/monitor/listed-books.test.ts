/** Tests how the monitor judges the refusal of list pages that must exist, or need not. */
import { expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const ids = ['3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', '8b2f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f'];
const creates = ids.map((id, index) => {
  const externalId = `cat-${index + 1}`;
  const json = { ...createBody, externalId };
  return buildExchange('POST', '/books', {
    json,
    status: 201,
    body: buildBook(id, { externalId }),
  });
});

function refusePage(page: number) {
  const path = `/books?perPage=1&page=${page}`;
  return buildExchange('GET', path, {
    status: 404,
    body: { message: 'There is no such page.' },
    answeredAt: 60_000,
  });
}

test('a list drifts if it refuses a page that the created books reach', () => {
  expect(judge([...creates, refusePage(2)]).drifts).toContain('list.page');
});

test('a list may refuse a page after the last created book', () => {
  expect(judge([...creates, refusePage(3)]).drifts).not.toContain('list.page');
});
