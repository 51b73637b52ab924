/** Publishes both packages where their version is not out yet; `--dry-run` shows what would leave. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import toolkit from '../package.json' with { type: 'json' };
import { isObject } from '../src/contract/json-pointer.ts';
import { command } from './smoke/command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    repository: { type: 'string' },
  },
});
const { 'dry-run': rehearsal, repository } = values;
if (repository === undefined && !rehearsal) {
  throw new Error('--repository URL says where this is built: without it npm proves nothing.');
}

/** The client after the toolkit, from the folder its build made. */
const packages = [
  { name: toolkit.name, folder: root },
  { name: 'book-distribution-client', folder: join(root, 'dist/client') },
];

/** Whether this version of a package is there already: a release that broke off is taken up again. */
async function isOut(name: string): Promise<boolean> {
  try {
    const { out } = await command(root, 'npm', ['view', `${name}@${toolkit.version}`, 'version']);
    return out.trim() === toolkit.version;
  } catch {
    // What has no page yet is answered with an error.
    return false;
  }
}

/**
 * Publishes a folder. No file here names the repository, so that a copy of it says nothing wrong; but
 * npm proves a package only against the address in its manifest, so it stands there meanwhile.
 */
async function publish(folder: string, how: readonly string[]): Promise<string> {
  const file = join(folder, 'package.json');
  const before = readFileSync(file, 'utf8');
  const manifest: unknown = JSON.parse(before);
  if (repository !== undefined && isObject(manifest)) {
    const named = { ...manifest, repository: { type: 'git', url: `git+${repository}.git` } };
    writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`);
  }
  try {
    // Told by name, because npm run --silent would hush this one too.
    return (await command(folder, 'npm', ['publish', '--loglevel=notice', ...how])).err;
  } finally {
    writeFileSync(file, before);
  }
}

for (const { name, folder } of packages) {
  if (!rehearsal && (await isOut(name))) {
    console.log(`${name} ${toolkit.version} is out already`);
    continue;
  }
  const said = await publish(
    folder,
    rehearsal ? ['--dry-run'] : ['--provenance', '--access', 'public'],
  );
  console.log(`${name} ${toolkit.version} ${rehearsal ? 'would leave' : 'has left'}`);
  if (rehearsal) console.log(said.trim().replaceAll(/^/gm, '    '));
}
