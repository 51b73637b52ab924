/**
 * Releases both packages. `--prepare` turns the changesets into the next version. Otherwise it publishes, unless this
 * version is already published: `--dry-run` shows what would be published, and `--rehearse URL` publishes to a
 * registry on this machine. `--first` builds and publishes the first version from this machine, because npm lets you
 * name a workflow as a trusted publisher only of a package that exists.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { isArray, isObject } from '../src/contract/json-pointer.ts';
import { linkToRepository } from './build/packed-links.ts';
import { runCommand } from './build/stale.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    prepare: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    rehearse: { type: 'string' },
    repository: { type: 'string' },
  },
});
const { prepare, first: isFirst, 'dry-run': isDryRun, rehearse, repository } = values;

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (isObject(manifest) && typeof manifest['version'] === 'string') return manifest['version'];
  throw new Error('package.json has no version.');
}

/** Writes the next version into every file that names it. */
async function prepareRelease(): Promise<void> {
  await runCommand(root, 'npx', ['changeset', 'version']);
  const version = readVersion();
  await runCommand(root, 'npm', ['install', '--package-lock-only', '--ignore-scripts']);
  const tarball = /(book-distribution-(?:contract|client)-)\d+\.\d+\.\d+(?=\.tgz)/g;
  const { out } = await runCommand(root, 'git', ['grep', '-lE', 'book-distribution-.*\\.tgz']);
  for (const file of out.trim().split('\n')) {
    const text = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(root, file), text.replaceAll(tarball, `$1${version}`));
  }
  await runCommand(root, 'npm', ['run', 'generate', '--', '--record']);
  console.log(`prepared ${version}`);
}

/** The toolkit first, then the client from its build folder. */
const packages = [
  { name: 'book-distribution-contract', folder: root },
  { name: 'book-distribution-client', folder: join(root, 'dist/client') },
];

const registry = rehearse === undefined ? [] : ['--registry', rehearse];

/** Returns true if this version is already published, so that an interrupted release can continue. */
async function isPublished(name: string, version: string): Promise<boolean> {
  try {
    const args = ['view', `${name}@${version}`, 'version', ...registry];
    const { out } = await runCommand(root, 'npm', args);
    return out.trim() === version;
  } catch {
    // npm fails for a package that does not exist yet.
    return false;
  }
}

/** Reads the files of a package that name the repository when it is published: its manifest, and Markdown with links. */
async function readNamingFiles(folder: string) {
  const { out } = await runCommand(folder, 'npm', ['pack', '--dry-run', '--json']);
  const tarballs: unknown = JSON.parse(out);
  const [tarball] = isArray(tarballs) ? tarballs : [];
  const entries = isObject(tarball) && isArray(tarball['files']) ? tarball['files'] : [];
  const paths = entries.flatMap((entry) =>
    isObject(entry) && typeof entry['path'] === 'string' ? [entry['path']] : [],
  );
  const files = paths
    .filter((path) => path === 'package.json' || path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  return { files, packed: new Set(paths) };
}

/**
 * Publishes a folder. npm proves the origin of a package only if its manifest names the repository. The
 * committed files do not, so this adds it until npm has finished, also to links to files that are not published.
 */
async function publish(folder: string): Promise<string> {
  const file = join(folder, 'package.json');
  const { files, packed } = await readNamingFiles(folder);
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (repository !== undefined && isObject(manifest)) {
    for (const document of files.filter(({ path }) => path.endsWith('.md')))
      writeFileSync(join(folder, document.path), linkToRepository(document, packed, repository));
    const completeManifest = {
      ...manifest,
      repository: { type: 'git', url: `git+${repository}.git` },
      bugs: { url: `${repository}/issues` },
      homepage: `${repository}#readme`,
    };
    writeFileSync(file, `${JSON.stringify(completeManifest, null, 2)}\n`);
  }
  // Only a workflow on GitHub can prove the origin.
  const proof = isFirst || rehearse !== undefined ? [] : ['--provenance'];
  const options = isDryRun ? ['--dry-run'] : [...proof, ...registry, '--access', 'public'];
  try {
    // Set explicitly, because npm run --silent would silence npm publish too.
    return (await runCommand(folder, 'npm', ['publish', '--loglevel=notice', ...options])).err;
  } finally {
    for (const { path, text } of files) writeFileSync(join(folder, path), text);
  }
}

async function publishAll(): Promise<void> {
  if (repository === undefined && !isDryRun)
    throw new Error('--repository URL is missing. npm needs it to prove the origin of a package.');
  if (isFirst) await runCommand(root, 'npm', ['run', 'build']);
  const version = readVersion();
  for (const { name, folder } of packages) {
    if (!isDryRun && (await isPublished(name, version))) {
      console.log(`${name} ${version} is already published`);
      continue;
    }
    const output = await publish(folder);
    // changesets/action recognizes a published package by these words.
    console.log(isDryRun ? `${name} ${version} would be published` : `New tag: ${name}@${version}`);
    if (isDryRun) console.log(output.trim().replaceAll(/^/gm, '    '));
  }
}

await (prepare ? prepareRelease() : publishAll());
