/** Publishes both packages, unless this version is already published. `--dry-run` shows what would be published. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import toolkit from '../package.json' with { type: 'json' };
import { isObject } from '../src/contract/json-pointer.ts';
import { runCommand } from './build/stale.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    repository: { type: 'string' },
  },
});
const { 'dry-run': isDryRun, repository } = values;
if (repository === undefined && !isDryRun) {
  throw new Error('--repository URL is missing. npm needs it to prove the origin of a package.');
}

/** The toolkit first, then the client from its build folder. */
const packages = [
  { name: toolkit.name, folder: root },
  { name: 'book-distribution-client', folder: join(root, 'dist/client') },
];

/** Returns true if this version is already published, so that an interrupted release can continue. */
async function isPublished(name: string): Promise<boolean> {
  try {
    const args = ['view', `${name}@${toolkit.version}`, 'version'];
    const { out } = await runCommand(root, 'npm', args);
    return out.trim() === toolkit.version;
  } catch {
    // npm fails for a package that does not exist yet.
    return false;
  }
}

/**
 * Publishes a folder. npm proves the origin of a package only if its manifest names the repository. The
 * committed manifests do not, so this adds it until npm has finished.
 */
async function publish(folder: string, options: readonly string[]): Promise<string> {
  const file = join(folder, 'package.json');
  const manifestText = readFileSync(file, 'utf8');
  const manifest: unknown = JSON.parse(manifestText);
  if (repository !== undefined && isObject(manifest)) {
    const completeManifest = {
      ...manifest,
      repository: { type: 'git', url: `git+${repository}.git` },
    };
    writeFileSync(file, `${JSON.stringify(completeManifest, null, 2)}\n`);
  }
  try {
    // Set explicitly, because npm run --silent would silence npm publish too.
    return (await runCommand(folder, 'npm', ['publish', '--loglevel=notice', ...options])).err;
  } finally {
    writeFileSync(file, manifestText);
  }
}

for (const { name, folder } of packages) {
  if (!isDryRun && (await isPublished(name))) {
    console.log(`${name} ${toolkit.version} is already published`);
    continue;
  }
  const output = await publish(
    folder,
    isDryRun ? ['--dry-run'] : ['--provenance', '--access', 'public'],
  );
  console.log(`${name} ${toolkit.version} ${isDryRun ? 'would be published' : 'is published'}`);
  if (isDryRun) console.log(output.trim().replaceAll(/^/gm, '    '));
}
