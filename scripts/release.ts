/** Publishes both packages where their version is not out yet; `--dry-run` shows what would leave. */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import toolkit from '../package.json' with { type: 'json' };
import { command } from './smoke/command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });

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

for (const { name, folder } of packages) {
  if (!values['dry-run'] && (await isOut(name))) {
    console.log(`${name} ${toolkit.version} is out already`);
    continue;
  }
  const how = values['dry-run'] ? ['--dry-run'] : ['--provenance', '--access', 'public'];
  const { err } = await command(folder, 'npm', ['publish', ...how]);
  console.log(`${name} ${toolkit.version}${values['dry-run'] ? ' would leave' : ' has left'}`);
  if (values['dry-run']) console.log(err.trim().replaceAll(/^/gm, '    '));
}
