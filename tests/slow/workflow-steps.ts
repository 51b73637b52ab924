/** Runs the shell steps of a workflow as GitHub does, as far as our steps need it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { parse } from 'yaml';
import { collectOutput } from '../../src/cli/shell/index.ts';
import { isObject } from '../../src/contract/json-pointer.ts';

export type StringMap = Readonly<Record<string, string>>;

export interface Step {
  readonly id?: string;
  readonly if?: string;
  /** A shell script; absent if the step uses another action. */
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface StepsResult {
  readonly code: number;
  /** The output of all steps. */
  readonly log: string;
  /** By names such as `steps.ask.outputs.exit-code`. */
  readonly outputs: StringMap;
  /** The steps that use another action, with their inputs. They do not run. */
  readonly otherActions: readonly { readonly uses: string; readonly with: StringMap }[];
}

export interface StepEnvironment {
  readonly folder: string;
  readonly environment: StringMap;
  /** The values of expressions such as `inputs.target`, by name. */
  readonly context: StringMap;
}

/** Returns the value at a path of a YAML file, or undefined. */
export function readYaml(file: string, ...path: readonly string[]): unknown {
  const document: unknown = parse(readFileSync(file, 'utf8'));
  return path.reduce<unknown>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    document,
  );
}

export function readSteps(file: string, ...path: readonly string[]): readonly Step[] {
  const steps = readYaml(file, ...path);
  if (!isStepList(steps)) throw new Error(`${file} has no steps at ${path.join('.')}.`);
  return steps;
}

/** Reads the steps in a part of a workflow. */
export function parseSteps(text: string): readonly Step[] {
  const steps: unknown = parse(text);
  if (!isStepList(steps)) throw new Error(`These are no steps of a workflow:\n${text}`);
  return steps;
}

/** actionlint checks what a step contains. */
function isStepList(value: unknown): value is readonly Step[] {
  return Array.isArray(value) && value.every(isObject);
}

/** Runs steps in turn. After a failure, only steps with `always()` run. */
export async function runSteps(
  steps: readonly Step[],
  { folder, environment, context }: StepEnvironment,
): Promise<StepsResult> {
  const otherActions: { uses: string; with: StringMap }[] = [];
  let [code, log] = [0, ''];
  const outputs: Record<string, string> = {};
  for (const { id = '', if: condition = '', run, uses = '', ...step } of steps) {
    const values = { ...context, ...outputs };
    if (!isEnabled(condition, code === 0, values)) continue;
    if (run === undefined) {
      otherActions.push({ uses, with: fillExpressions(step.with, values) });
      continue;
    }
    const settings = { ...environment, ...fillExpressions(step.env, values) };
    const result = await runShell(run, folder, settings);
    for (const [, name = '', value = ''] of result.outputs.matchAll(/^([^=\n]*)=(.*)$/gm))
      outputs[`steps.${id}.outputs.${name}`] = value;
    log += result.log;
    code ||= result.code;
  }
  return { code, log, outputs, otherActions };
}

function fillExpressions(texts: Step['with'] = {}, values: StringMap): Record<string, string> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => values[name] ?? '');
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fill(String(text))]),
  );
}

/** Evaluates `always()`, a single value, and comparisons with a literal, joined by `&&`. */
function isEnabled(condition: string, isPassing: boolean, values: StringMap): boolean {
  const terms = condition.split('&&').map((term) => term.trim());
  if (!isPassing && !terms.includes('always()')) return false;
  return terms.every((term) => {
    if (term === '' || term === 'always()') return true;
    const [, name = term, sign, literal] = /^(\S+) (==|!=) '(.*)'$/.exec(term) ?? [];
    const value = values[name] ?? '';
    if (sign === undefined) return value === 'true';
    return (value === literal) === (sign === '==');
  });
}

/** Runs bash as GitHub does. It stops at the first command that fails. */
async function runShell(script: string, folder: string, environment: StringMap) {
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
  return { code: code ?? 1, log, outputs: readFileSync(outputFile, 'utf8') };
}
