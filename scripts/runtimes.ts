/** Runs the packed client in every supported runtime, or in those whose name contains the argument. */
import assert from 'node:assert/strict';
import { runInBareContext, runInWorkerd } from './runtimes/edge.ts';
import { createNpmRun, runInThisNode, type Run } from './runtimes/engines.ts';
import { createHome } from './runtimes/home.ts';
import { runInPage } from './runtimes/page.ts';

interface Runtime {
  readonly name: string;
  readonly run: Run;
  /** True if it has a file system to upload from. */
  readonly hasFiles: boolean;
}

const deno = ['run', '--allow-net', '--allow-read', '--allow-env', '--node-modules-dir=manual'];

const runtimes: readonly Runtime[] = [
  { name: 'this Node', run: runInThisNode, hasFiles: true },
  { name: 'a page of Chromium', run: runInPage, hasFiles: false },
  { name: 'a context without Node', run: runInBareContext, hasFiles: false },
  { name: 'Node 20', run: createNpmRun('node@20'), hasFiles: true },
  { name: 'Node 22', run: createNpmRun('node@22'), hasFiles: true },
  { name: 'Node 24', run: createNpmRun('node@24'), hasFiles: true },
  { name: 'Node 26', run: createNpmRun('node@26'), hasFiles: true },
  { name: 'Deno', run: createNpmRun('deno@2', deno), hasFiles: true },
  { name: 'Bun', run: createNpmRun('bun@1'), hasFiles: true },
  { name: 'workerd', run: runInWorkerd, hasFiles: false },
];

const [only = ''] = process.argv.slice(2);
const home = await createHome();
try {
  for (const { name, run, hasFiles } of runtimes.filter((runtime) => runtime.name.includes(only))) {
    const upload = hasFiles ? 'sent a file' : 'sent a Blob';
    const steps = ['created', 'listed', 'found', upload, 'published', 'distinguished four errors'];
    assert.equal(JSON.stringify(await run(home)), JSON.stringify(steps), name);
    console.log(`ok    ${name}`);
  }
} finally {
  await home.close();
}
