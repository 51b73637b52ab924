/** Tests how the packages of the site are found, and the message if they are missing. */
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { findPeers, sitePeers } from './peers.ts';

it('names one command that installs every missing package', () => {
  const findNothing = (): string => {
    throw new Error('not found');
  };
  expect(() => findPeers(findNothing)).toThrow(
    /^The site needs packages that are not installed\. Install with: npm install --save-dev @11ty\/eleventy@\S+ @redocly\/cli@\S+ minisearch@\S+ typedoc@\S+ typedoc-plugin-markdown@\S+$/,
  );
});

it('finds the packages that are installed', () => {
  expect(findPeers().eleventy).toMatch(/@11ty[\\/]eleventy[\\/]cmd\.cjs$/);
});

it('asks for the versions that the project is tested with, as optional peers', () => {
  expect(manifest.devDependencies).toMatchObject(sitePeers);
  const optional = Object.keys(sitePeers).map((name) => [name, { optional: true }]);
  expect(manifest.peerDependenciesMeta).toMatchObject(Object.fromEntries(optional));
});
