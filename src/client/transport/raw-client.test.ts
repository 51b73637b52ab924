/** Tests how path templates are filled, and that no id can leave its path segment. */
import { describe, expect, it } from 'vitest';
import { fillPath } from './raw-client.ts';

const template = 'https://host.example/v2/distribution/books/{id}/publish';

describe('fillPath', () => {
  it.each([
    ['3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90'],
    ['a/b', 'a%2Fb'],
    ['../x', '..%2Fx'],
    ['a?b#c', 'a%3Fb%23c'],
    ['a\\b', 'a%5Cb'],
    ['%2e%2e', '%252e%252e'],
    ['$&{id}', '%24%26%7Bid%7D'],
    ['...', '...'],
    ['ü €', '%C3%BC%20%E2%82%AC'],
  ])('encodes %j as one segment', (id, segment) => {
    const url = fillPath(template, { id });
    expect(url).toBe(`https://host.example/v2/distribution/books/${segment}/publish`);
    expect(new URL(url).pathname.split('/')).toHaveLength(6);
  });

  it.each(['', '.', '..', '\ud800', undefined, null, 7])('refuses %j', (id) => {
    expect(() => fillPath(template, { id })).toThrow(/id must fit into one path segment/);
  });

  it('fills several segments', () => {
    expect(fillPath('/a/{x}/b/{y}', { x: '1', y: '2' })).toBe('/a/1/b/2');
  });
});
