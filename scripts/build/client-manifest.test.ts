/** Tests what the client's package.json promises. */
import { expect, it } from 'vitest';
import { clientManifest } from './client-manifest.ts';

const toolkit = {
  version: '1.2.3',
  license: 'MIT',
  engines: { node: '>=20.19' },
  dependencies: { ajv: '8.20.0', 'openapi-fetch': '0.17.0' },
};

it('has the version of the toolkit and one dependency', () => {
  expect(clientManifest(toolkit)).toMatchObject({
    name: 'book-distribution-client',
    version: '1.2.3',
  });
  expect(clientManifest(toolkit).dependencies).toEqual({ 'openapi-fetch': '^0.17.0' });
});

it('is not written when the toolkit no longer has that dependency', () => {
  expect(() => clientManifest({ ...toolkit, dependencies: {} })).toThrow('openapi-fetch');
});
