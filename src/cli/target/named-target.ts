/** Finds a target by its name, and applies its settings as options. The command line takes precedence. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError, type Command, type Option } from 'commander';
import { defaultKeyNames } from '../../contract/key-names.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { type Environment, WrongUsage } from '../shell/index.ts';
import {
  findTargetInFile,
  defaultTargetsFile,
  type ConfiguredTarget,
  getSettingName,
  selectSettings,
} from './targets-file.ts';

export interface TargetLookup {
  /** The argument of the command: an address, the name of a target, or nothing. */
  readonly addressOrName: string | undefined;
  /** `--config`. */
  readonly file: string | undefined;
  /** The options that the file may set. */
  readonly options: readonly Option[];
  /** The settings that the command accepts; all by default. */
  readonly acceptedSettings?: readonly string[];
  readonly environment: Environment;
}

export interface FoundTarget {
  readonly address: string;
  /** With the target's own key and headers. */
  readonly environment: Environment;
}

/**
 * Looks up a target by its name and applies its settings to the command.
 * @returns undefined if the command names no target
 * @throws WrongUsage with file, line and setting
 */
export function findNamedTarget(command: Command, lookup: TargetLookup): FoundTarget | undefined {
  const { addressOrName, file, options, environment, acceptedSettings } = lookup;
  const isName = addressOrName !== undefined && /^[a-z][a-z0-9-]*$/.test(addressOrName);
  if (file === undefined && !(isName && existsSync(defaultTargetsFile))) return undefined;
  if (addressOrName !== undefined && !isName) {
    throw new WrongUsage('--config needs the name of a target instead of an address.');
  }
  const target = findTargetInFile(file ?? defaultTargetsFile, addressOrName, options);
  for (const option of selectSettings(options)) {
    if (acceptedSettings?.includes(getSettingName(option)) !== false)
      applySetting(command, option, target);
  }
  const { url, key, 'second-key': secondKey, headers } = target.settings;
  const args = [target.name, ...(file === undefined ? [] : [`--config ${file}`])];
  return {
    address: String(url),
    environment: {
      ...environment,
      key: typeof key === 'string' ? readVariable(target, ['key'], environment) : environment.key,
      secondKey:
        typeof secondKey === 'string'
          ? readVariable(target, ['second-key'], environment)
          : environment.secondKey,
      keyNames: {
        primary: typeof key === 'string' ? key : defaultKeyNames.primary,
        second: typeof secondKey === 'string' ? secondKey : defaultKeyNames.second,
      },
      target: {
        words: args,
        headers: readHeaderVariables(target, isObject(headers) ? headers : {}, environment),
      },
    },
  };
}

function readHeaderVariables(
  target: ConfiguredTarget,
  headers: Readonly<Record<string, unknown>>,
  environment: Environment,
): Record<string, string> {
  const names = Object.keys(headers);
  return Object.fromEntries(
    names.map((name) => [name, readVariable(target, ['headers', name], environment)]),
  );
}

function readVariable(
  { settings, locate: at }: ConfiguredTarget,
  path: readonly string[],
  { variable }: Environment,
): string {
  const name = path.reduce<unknown>((value, step) => isObject(value) && value[step], settings);
  const value = variable?.(String(name));
  if (value !== undefined) return value;
  throw new WrongUsage(`${at(...path)} names the variable ${String(name)}, which is not set.`);
}

/** Applies a setting. A setting for which the command has no option is ignored: it is for other commands. */
function applySetting(command: Command, option: Option, target: ConfiguredTarget): void {
  const name = getSettingName(option);
  const setting = target.settings[name];
  const commandOption = command.options.find((candidate) => getSettingName(candidate) === name);
  if (setting === undefined || setting === false || commandOption === undefined) return;
  if (command.getOptionValueSource(commandOption.attributeName()) === 'cli') return;
  const value =
    setting === true ? !commandOption.negate : parseSetting(commandOption, setting, target);
  command.setOptionValueWithSource(commandOption.attributeName(), value, 'config');
}

function parseSetting(option: Option, setting: unknown, { locate: at }: ConfiguredTarget): unknown {
  const values: unknown[] = Array.isArray(setting) ? setting : [setting];
  const { parseArg } = option;
  if (parseArg === undefined) return String(setting);
  try {
    return values.reduce<unknown>((previous, text) => parseArg(String(text), previous), undefined);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new WrongUsage(`${at(getSettingName(option))}: ${error.message}`);
  }
}
