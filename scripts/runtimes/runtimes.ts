/** The supported runtimes, and what the program must do in each. */
import assert from 'node:assert/strict';
import { inBareContext, inWorkerd } from './edge.ts';
import { fromNpm, ownNode, type Run } from './engines.ts';
import { makeHome } from './home.ts';
import { inPage } from './page.ts';

export interface Runtime {
  readonly name: string;
  readonly run: Run;
  /** True if it has a file system to upload from. */
  readonly hasFiles: boolean;
  /** True if everything it needs is already installed. */
  readonly isThere: boolean;
}

const deno = ['run', '--allow-net', '--allow-read', '--allow-env', '--node-modules-dir=manual'];

export const runtimes: readonly Runtime[] = [
  { name: 'this Node', run: ownNode, hasFiles: true, isThere: true },
  { name: 'a page of Chromium', run: inPage, hasFiles: false, isThere: true },
  { name: 'a context without Node', run: inBareContext, hasFiles: false, isThere: true },
  { name: 'Node 20', run: fromNpm('node@20'), hasFiles: true, isThere: false },
  { name: 'Node 22', run: fromNpm('node@22'), hasFiles: true, isThere: false },
  { name: 'Node 24', run: fromNpm('node@24'), hasFiles: true, isThere: false },
  { name: 'Node 26', run: fromNpm('node@26'), hasFiles: true, isThere: false },
  { name: 'Deno', run: fromNpm('deno@2', deno), hasFiles: true, isThere: false },
  { name: 'Bun', run: fromNpm('bun@1'), hasFiles: true, isThere: false },
  { name: 'workerd', run: inWorkerd, hasFiles: false, isThere: false },
];

/** Runs the program in all of them; throws when one result is wrong. */
export async function doTheSame(chosen: readonly Runtime[]): Promise<void> {
  const home = await makeHome();
  try {
    for (const { name, run, hasFiles } of chosen) {
      const sent = hasFiles ? 'sent a file' : 'sent a Blob';
      const all = ['created', 'listed', 'found', sent, 'published', 'distinguished four errors'];
      assert.equal(JSON.stringify(await run(home)), JSON.stringify(all), name);
      console.log(`ok    ${name}`);
    }
  } finally {
    await home.close();
  }
}
