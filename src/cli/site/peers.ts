/** Finds the packages that only the site needs. They are optional peers, so they may be missing. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { WrongUsage } from '../shell/index.ts';

export const sitePeers = {
  '@11ty/eleventy': '3.1.6',
  '@redocly/cli': '2.77.0',
  minisearch: '7.2.0',
  typedoc: '0.28.20',
  'typedoc-plugin-markdown': '4.14.1',
} as const;

/** Paths of the files in these packages that the site uses. */
export type PeerFiles = ReturnType<typeof findPeers>;

/**
 * Finds the packages.
 * @throws WrongUsage with the command that installs the missing packages
 */
export function findPeers(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
) {
  // Importing Redocly's entry point would start it.
  const getFile = (name: string): string =>
    name === '@redocly/cli' ? `${name}/package.json` : name;
  const missing = Object.entries(sitePeers)
    .filter(([name]) => !canResolve(getFile(name), resolve))
    .map(([name, version]) => `${name}@${version}`);
  if (missing.length > 0)
    throw new WrongUsage(
      `The site needs ${missing.length === 1 ? 'a package that is' : 'packages that are'} not installed. Install with: npm install --save-dev ${missing.join(' ')}`,
    );
  const find = (name: string, path: string): string => join(dirname(resolve(name)), path);
  return {
    eleventy: find('@11ty/eleventy', '../cmd.cjs'),
    typedoc: find('typedoc', '../bin/typedoc'),
    typedocMarkdown: find('typedoc-plugin-markdown', 'index.js'),
    minisearch: find('minisearch', '../umd/index.js'),
  };
}

function canResolve(name: string, resolve: (name: string) => string): boolean {
  try {
    return resolve(name) !== '';
  } catch {
    return false;
  }
}
