/** Runs the shell steps of a workflow like its runner, as far as our steps need it. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput } from '../../src/cli/shell/index.ts';
import type { Step, Texts } from './read-steps.ts';

/** The values of expressions such as `inputs.target`, by name. */
export type Context = Texts;

export interface Ran {
  readonly code: number;
  /** The output of all steps. */
  readonly said: string;
  /** `id.name` of each output. */
  readonly outputs: Context;
  /** Steps that use another action, with their inputs. They do not run. */
  readonly used: readonly { readonly uses: string; readonly with: Context }[];
}

export interface Place {
  readonly folder: string;
  /** The environment of the steps. */
  readonly environment: Readonly<Record<string, string>>;
  readonly context: Context;
}

/** Runs steps in turn. After a failure, only steps with `always()` run. */
export async function runSteps(steps: readonly Step[], place: Place): Promise<Ran> {
  const used: { uses: string; with: Context }[] = [];
  let [code, said] = [0, ''];
  const outputs: Record<string, string> = {};
  for (const step of steps) {
    const context = { ...place.context, ...prefixed(outputs) };
    if (!isWanted(step.if, code === 0, context)) continue;
    if (step.run === '') {
      used.push({ uses: step.uses, with: filled(step.with, context) });
      continue;
    }
    const environment = { ...place.environment, ...filled(step.env, context) };
    const ended = await shell(step.run, place.folder, environment);
    for (const [name, value] of Object.entries(ended.outputs))
      outputs[`${step.id}.${name}`] = value;
    said += ended.said;
    code ||= ended.code;
  }
  return { code, said, outputs, used };
}

/** Returns the outputs under names such as `steps.ask.outputs.exit-code`. */
function prefixed(outputs: Context): Context {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(outputs)) {
    texts[`steps.${name.replace('.', '.outputs.')}`] = value;
  }
  return texts;
}

function filled(values: Texts, context: Context): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    texts[name] = value.replaceAll(
      /\$\{\{\s*([\w.-]+)\s*\}\}/g,
      (_, asked: string) => context[asked] ?? '',
    );
  }
  return texts;
}

/** Evaluates `always()`, a single value, and comparisons with a literal, joined by `&&`. */
function isWanted(condition: string, going: boolean, context: Context): boolean {
  const terms = condition.split('&&').map((term) => term.trim());
  if (!going && !terms.includes('always()')) return false;
  return terms.every((term) => {
    if (term === '' || term === 'always()') return true;
    const [, name = term, sign, literal] = /^(\S+) (==|!=) '(.*)'$/.exec(term) ?? [];
    const value = context[name] ?? '';
    if (sign === undefined) return value === 'true';
    return (value === literal) === (sign === '==');
  });
}

interface Ended {
  readonly code: number;
  readonly said: string;
  readonly outputs: Context;
}

/** Runs bash as GitHub does. It stops at the first command that fails. */
async function shell(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const output = join(folder, '.outputs');
  writeFileSync(output, '');
  const settings = Object.entries({ ...environment, GITHUB_OUTPUT: output });
  const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  // They also inherit our environment, because npm needs its settings.
  const child = spawn('env', [...settings.map(([name, value]) => `${name}=${value}`), ...bash], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, said } = await collectOutput(child);
  return { code: code ?? 1, said, outputs: outputsIn(readFileSync(output, 'utf8')) };
}

function outputsIn(text: string): Context {
  const outputs: Record<string, string> = {};
  for (const line of text.split('\n').filter((one) => one.includes('='))) {
    outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  return outputs;
}
