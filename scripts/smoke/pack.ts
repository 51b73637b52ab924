/** Packs both packages as for a release, and checks them with publint and attw. */
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { checkContents } from './contents.ts';
import type { Tally } from './tally.ts';

export interface Tarballs {
  /** Paths of the tarballs. */
  readonly toolkit: string;
  readonly client: string;
}

export async function packPackages(root: string, folder: string, tally: Tally): Promise<Tarballs> {
  const tarballs = {
    toolkit: await packFolder(root, folder),
    client: await packFolder(join(root, 'dist/client'), folder),
  };
  const bin = join(root, 'node_modules/.bin');
  for (const [name, file] of Object.entries(tarballs)) {
    await tally.step(`${name}: contains only permitted files`, async () => {
      console.log(`      ${await checkContents(folder, name, file)}`);
    });
    await tally.step(`${name}: publint finds nothing to improve`, () =>
      runCommand(root, join(bin, 'publint'), ['run', file, '--strict']),
    );
    const typedEntries = ['.', './testing', './testing/msw'];
    // The client also works in programs that use require.
    const profile = name === 'toolkit' ? 'esm-only' : 'node16';
    const entryOptions = name === 'toolkit' ? ['--entrypoints', ...typedEntries] : [];
    await tally.step(`${name}: every resolver finds its types`, () =>
      runCommand(root, join(bin, 'attw'), [file, '--profile', profile, ...entryOptions]),
    );
  }
  return tarballs;
}

/** Packs one folder into another; returns the path of the tarball. */
export async function packFolder(from: string, to: string): Promise<string> {
  const args = ['pack', from, '--pack-destination', to, '--loglevel=error'];
  const { out } = await runCommand(to, 'npm', args);
  return join(to, out.trim().split('\n').at(-1) ?? '');
}
