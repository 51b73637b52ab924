/** Reads the steps of a workflow, an action or a job from YAML. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject } from '../../src/contract/json-pointer.ts';

export interface Step {
  readonly id: string;
  readonly if: string;
  /** A shell script; empty if the step uses another action. */
  readonly run: string;
  readonly uses: string;
  readonly env: Texts;
  readonly with: Texts;
}

export type Texts = Readonly<Record<string, string>>;

/** Returns the value at a path of a YAML file, or undefined. */
export function placeIn(file: string, ...path: readonly string[]): unknown {
  const whole: unknown = parse(readFileSync(file, 'utf8'));
  return path.reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), whole);
}

/** Returns the values of a map as strings. */
export function textsIn(value: unknown): Texts {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    entries.flatMap(([name, one]) => (typeof one === 'object' ? [] : [[name, String(one)]])),
  );
}

export function stepsIn(file: string, ...path: readonly string[]): Step[] {
  const steps = placeIn(file, ...path);
  if (!Array.isArray(steps)) throw new Error(`${file} has no steps at ${path.join('.')}.`);
  return steps.map(stepOf);
}

/** Returns a step with only a shell script. */
export function shellStep(run: string): Step {
  return { id: '', if: '', run, uses: '', env: {}, with: {} };
}

function stepOf(value: unknown): Step {
  const step = isObject(value) ? value : {};
  const { id = '', if: condition = '', run = '', uses = '' } = textsIn(step);
  return { id, if: condition, run, uses, env: textsIn(step['env']), with: textsIn(step['with']) };
}

/** Returns the default inputs of an action, under names such as `inputs.allow`. */
export function inputsOf(file: string): Texts {
  const inputs = placeIn(file, 'inputs');
  return Object.fromEntries(
    Object.entries(isObject(inputs) ? inputs : {}).map(([name, input]) => [
      `inputs.${name}`,
      textsIn(input)['default'] ?? '',
    ]),
  );
}
