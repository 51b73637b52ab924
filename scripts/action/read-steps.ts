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
  readonly env: StringMap;
  readonly with: StringMap;
}

export type StringMap = Readonly<Record<string, string>>;

/** Returns the value at a path of a YAML file, or undefined. */
export function readYamlValue(file: string, ...path: readonly string[]): unknown {
  const document: unknown = parse(readFileSync(file, 'utf8'));
  return path.reduce<unknown>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    document,
  );
}

/** Returns the values of a map as strings. */
export function toStrings(value: unknown): StringMap {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    entries.flatMap(([name, member]) =>
      typeof member === 'object' ? [] : [[name, String(member)]],
    ),
  );
}

export function readSteps(file: string, ...path: readonly string[]): Step[] {
  const steps = readYamlValue(file, ...path);
  if (!Array.isArray(steps)) throw new Error(`${file} has no steps at ${path.join('.')}.`);
  return steps.map(toStep);
}

/** Returns a step with only a shell script. */
export function shellStep(run: string): Step {
  return { id: '', if: '', run, uses: '', env: {}, with: {} };
}

function toStep(value: unknown): Step {
  const step = isObject(value) ? value : {};
  const { id = '', if: condition = '', run = '', uses = '' } = toStrings(step);
  return {
    id,
    if: condition,
    run,
    uses,
    env: toStrings(step['env']),
    with: toStrings(step['with']),
  };
}

/** Returns the default inputs of an action, under names such as `inputs.allow`. */
export function readInputDefaults(file: string): StringMap {
  const inputs = readYamlValue(file, 'inputs');
  return Object.fromEntries(
    Object.entries(isObject(inputs) ? inputs : {}).map(([name, input]) => [
      `inputs.${name}`,
      toStrings(input)['default'] ?? '',
    ]),
  );
}
