/** Tests that requests go to the path and method of the judged contract. */
import { expect, it } from 'vitest';
import { parseContract, readOwnContract, type Contract } from '../../contract/spec.ts';
import { toJudgedRoute } from './judged-route.ts';

const own = readOwnContract();

function moveTo(from: string, to: string): Contract {
  return parseContract(own.source.replaceAll(from, to));
}

it.each([
  ['GET', '/books/a%2Fb'],
  ['DELETE', '/books'],
  ['GET', '/no/such/path'],
])('keeps %s %s by the same contract', (method, path) => {
  expect(toJudgedRoute({ method, path }, own)).toMatchObject({ method, path });
});

it('follows a path that moved, and keeps its segments as they are', () => {
  const judged = moveTo('/books/{bookPublicId}/publish:', '/books/{id}/releases:');
  const route = { method: 'POST', path: '/books/A%20b/publish' };
  expect(toJudgedRoute(route, judged)).toEqual({
    method: 'POST',
    path: '/books/A%20b/releases',
  });
});

it('follows parameters that changed their order', () => {
  const judged = moveTo(
    '/books/{bookPublicId}/file/{fileId}/attach:',
    '/files/{fileId}/of/{bookPublicId}:',
  );
  const route = { method: 'PATCH', path: '/books/1/file/2/attach' };
  expect(toJudgedRoute(route, judged)).toMatchObject({ path: '/files/2/of/1' });
});
