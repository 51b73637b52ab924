/** Runs the shell steps of a workflow as GitHub does, as far as our steps need it. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput } from '../../src/cli/shell/index.ts';
import type { Step, StringMap } from './read-steps.ts';

/** The values of expressions such as `inputs.target`, by name. */
export type Context = StringMap;

export interface StepsResult {
  readonly code: number;
  /** The output of all steps. */
  readonly log: string;
  /** By names such as `steps.ask.outputs.exit-code`. */
  readonly outputs: Context;
  /** The steps that use another action, with their inputs. They do not run. */
  readonly otherActions: readonly { readonly uses: string; readonly with: Context }[];
}

export interface StepEnvironment {
  readonly folder: string;
  /** The environment of the steps. */
  readonly environment: Readonly<Record<string, string>>;
  readonly context: Context;
}

/** Runs steps in turn. After a failure, only steps with `always()` run. */
export async function runSteps(
  steps: readonly Step[],
  runner: StepEnvironment,
): Promise<StepsResult> {
  const otherActions: { uses: string; with: Context }[] = [];
  let [code, log] = [0, ''];
  const outputs: Record<string, string> = {};
  for (const step of steps) {
    const context = { ...runner.context, ...outputs };
    if (!isEnabled(step.if, code === 0, context)) continue;
    if (step.run === '') {
      otherActions.push({ uses: step.uses, with: fillExpressions(step.with, context) });
      continue;
    }
    const environment = { ...runner.environment, ...fillExpressions(step.env, context) };
    const result = await runShell(step.run, runner.folder, environment);
    for (const [name, value] of Object.entries(result.outputs)) {
      outputs[`steps.${step.id}.outputs.${name}`] = value;
    }
    log += result.log;
    code ||= result.code;
  }
  return { code, log, outputs, otherActions };
}

function fillExpressions(values: StringMap, context: Context): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => context[name] ?? '');
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, fill(text)]));
}

/** Evaluates `always()`, a single value, and comparisons with a literal, joined by `&&`. */
function isEnabled(condition: string, isPassing: boolean, context: Context): boolean {
  const terms = condition.split('&&').map((term) => term.trim());
  if (!isPassing && !terms.includes('always()')) return false;
  return terms.every((term) => {
    if (term === '' || term === 'always()') return true;
    const [, name = term, sign, literal] = /^(\S+) (==|!=) '(.*)'$/.exec(term) ?? [];
    const value = context[name] ?? '';
    if (sign === undefined) return value === 'true';
    return (value === literal) === (sign === '==');
  });
}

interface ShellResult {
  readonly code: number;
  readonly log: string;
  readonly outputs: Context;
}

/** Runs bash as GitHub does. It stops at the first command that fails. */
async function runShell(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ShellResult> {
  const outputFile = join(folder, '.outputs');
  writeFileSync(outputFile, '');
  const settings = Object.entries({ ...environment, GITHUB_OUTPUT: outputFile });
  const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  // The steps also inherit our environment, because npm needs its settings.
  const child = spawn('env', [...settings.map(([name, value]) => `${name}=${value}`), ...bash], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output: log } = await collectOutput(child);
  return { code: code ?? 1, log, outputs: parseOutputs(readFileSync(outputFile, 'utf8')) };
}

function parseOutputs(text: string): Context {
  const matches = [...text.matchAll(/^([^=\n]*)=(.*)$/gm)];
  return Object.fromEntries(matches.map(([, name = '', value = '']) => [name, value]));
}
