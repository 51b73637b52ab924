/** Runs the shell of a workflow's steps the way its runner would, as far as our own steps need it. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput } from '../../src/cli/shell/index.ts';
import type { Step, Texts } from './read-steps.ts';

/** What expressions may ask for, under the names they use: `inputs.target`, `github.token`. */
export type Context = Texts;

export interface Ran {
  readonly code: number;
  /** Everything the steps printed. */
  readonly said: string;
  /** `id.name` of each output. */
  readonly outputs: Context;
  /** The steps that use another action, with what they hand over: nothing of them is run. */
  readonly used: readonly { readonly uses: string; readonly with: Context }[];
}

export interface Place {
  readonly folder: string;
  /** What the steps find in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly context: Context;
}

/** Runs steps in turn; after one that failed only those that say `always()`. */
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

/** As expressions ask for them: `steps.ask.outputs.exit-code`. */
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

/** `always()`, a value alone, and comparisons with a literal, joined by `&&`: all our steps use. */
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

/** Bash as GitHub starts it, ending at the first command that fails. */
async function shell(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const output = join(folder, '.outputs');
  writeFileSync(output, '');
  const settings = Object.entries({ ...environment, GITHUB_OUTPUT: output });
  const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  // Beside these they see what we see: npm finds its own settings there.
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
