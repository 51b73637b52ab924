/** Tests that the files to which the guides link exist and are part of the package. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { listGuides } from './shell-script.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guides = join(root, 'docs/guides');

/** For people who work on this project. The README says that these files are in the repository. */
const onlyInRepository = [
  '.github/ISSUE_TEMPLATE/wrong-verdict.yml',
  'CONTRIBUTING.md',
  'openapi/sandbox-control.yaml',
  'tests/support/servers/object-store.ts',
];

it.each(await listGuides(guides))('%s links to files of the package', async (name) => {
  const text = await readFile(join(guides, name), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => to);
  const files = links.map((to) => relative(root, resolve(guides, to)));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const packaged = [...manifest.files, ...onlyInRepository];
  const missing = files.filter(
    (file) => !packaged.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  expect(missing).toEqual([]);
});
