/** A target by its name: its settings become options. The command line takes precedence. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError, type Command, type Option } from 'commander';
import { usualKeyNames } from '../../contract/key-names.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { type Environment, WrongUsage } from '../shell/index.ts';
import {
  targetIn,
  usualTargetsFile,
  type WrittenTarget,
  settingOf,
  settingsAmong,
} from './targets-file.ts';

export interface Naming {
  /** The name that was given: an address, a target, or nothing. */
  readonly what: string | undefined;
  /** `--config`. */
  readonly file: string | undefined;
  /** The options a file may set, which are those of `verify`. */
  readonly options: readonly Option[];
  /** The settings that the command accepts; all by default. */
  readonly takes?: readonly string[];
  readonly environment: Environment;
}

export interface Named {
  readonly address: string;
  /** With the target's own key and headers. */
  readonly environment: Environment;
}

/**
 * Looks a name up and gives its settings to the command.
 * @returns undefined if an address or nothing was named
 * @throws WrongUsage naming file, line and setting
 */
export function namedTarget(command: Command, naming: Naming): Named | undefined {
  const { what, file, options, environment, takes } = naming;
  const isName = what !== undefined && /^[a-z][a-z0-9-]*$/.test(what);
  if (file === undefined && !(isName && existsSync(usualTargetsFile))) return undefined;
  if (what !== undefined && !isName) {
    throw new WrongUsage('--config needs the name of a target instead of an address.');
  }
  const target = targetIn(file ?? usualTargetsFile, what, options);
  for (const option of settingsAmong(options)) {
    if (takes?.includes(settingOf(option)) !== false) apply(command, option, target);
  }
  const { url, key, 'second-key': secondKey, headers } = target.settings;
  const words = [target.name, ...(file === undefined ? [] : [`--config ${file}`])];
  return {
    address: String(url),
    environment: {
      ...environment,
      key: typeof key === 'string' ? valueOf(target, ['key'], environment) : environment.key,
      secondKey:
        typeof secondKey === 'string'
          ? valueOf(target, ['second-key'], environment)
          : environment.secondKey,
      keyNames: {
        own: typeof key === 'string' ? key : usualKeyNames.own,
        second: typeof secondKey === 'string' ? secondKey : usualKeyNames.second,
      },
      target: { words, headers: headersOf(target, isObject(headers) ? headers : {}, environment) },
    },
  };
}

function headersOf(
  target: WrittenTarget,
  headers: Readonly<Record<string, unknown>>,
  environment: Environment,
): Record<string, string> {
  const names = Object.keys(headers);
  return Object.fromEntries(
    names.map((name) => [name, valueOf(target, ['headers', name], environment)]),
  );
}

function valueOf(
  { settings, at }: WrittenTarget,
  path: readonly string[],
  { variable }: Environment,
): string {
  const name = path.reduce<unknown>((place, step) => isObject(place) && place[step], settings);
  const value = variable?.(String(name));
  if (value !== undefined) return value;
  throw new WrongUsage(`${at(...path)} names the variable ${String(name)}, which is not set.`);
}

/** Settings that a command does not have are for other commands. */
function apply(command: Command, option: Option, target: WrittenTarget): void {
  const name = settingOf(option);
  const written = target.settings[name];
  const own = command.options.find((known) => settingOf(known) === name);
  if (written === undefined || written === false || own === undefined) return;
  if (command.getOptionValueSource(own.attributeName()) === 'cli') return;
  const value = written === true ? !own.negate : parsed(own, written, target);
  command.setOptionValueWithSource(own.attributeName(), value, 'config');
}

function parsed(option: Option, written: unknown, { at }: WrittenTarget): unknown {
  const texts: unknown[] = Array.isArray(written) ? written : [written];
  const { parseArg } = option;
  if (parseArg === undefined) return String(written);
  try {
    return texts.reduce<unknown>((before, text) => parseArg(String(text), before), undefined);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new WrongUsage(`${at(settingOf(option))}: ${error.message}`);
  }
}
