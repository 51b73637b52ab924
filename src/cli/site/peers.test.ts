/** Tests the message for a user without the packages of the site. */
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { findPeers, sitePeers } from './peers.ts';

it('prints one command that installs every missing package', () => {
  const none = (): string => {
    throw new Error('not found');
  };
  expect(() => findPeers(none)).toThrow(
    /^The site needs packages that are not installed\. Install with: npm install --save-dev @11ty\/eleventy@\S+ @redocly\/cli@\S+ minisearch@\S+ typedoc@\S+ typedoc-plugin-markdown@\S+$/,
  );
});

it('finds the packages that are installed', () => {
  expect(findPeers().eleventy).toMatch(/@11ty[\\/]eleventy[\\/]cmd\.cjs$/);
});

it('prints the versions that the project is tested with', () => {
  expect(manifest.devDependencies).toMatchObject(sitePeers);
  const optional = Object.keys(sitePeers).map((name) => [name, { optional: true }]);
  expect(manifest.peerDependenciesMeta).toMatchObject(Object.fromEntries(optional));
});
