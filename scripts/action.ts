/** Lints the workflows, then runs the steps of the action in an empty folder against the packed sandbox. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lintWorkflows } from './action/lint.ts';
import { gitlab, install, nights, noAnswer, nothingTold } from './action/nights.ts';
import { tarball } from './smoke/pack.ts';
import { createTally } from './smoke/tally.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bookdist-action-'));
const folder = join(scratch, 'team');
mkdirSync(folder);
const tally = createTally();
try {
  await tally.step('actionlint finds nothing', async () => {
    const complaints = await lintWorkflows(root);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  });
  const team = { root, folder, toolkit: await tarball(root, scratch) };
  await tally.step('the workflow installs bookdist from its tarball', async () => install(team));
  await tally.step('new drift opens an issue, old drift does not', async () => nights(team));
  await tally.step('a run without an answer is not drift and forgets nothing', async () =>
    noAnswer(team),
  );
  await tally.step('the GitLab job gives the same verdict', async () => gitlab(team));
  await tally.step('nothing printed, written or kept contains a secret', async () =>
    nothingTold(team),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
tally.close();
