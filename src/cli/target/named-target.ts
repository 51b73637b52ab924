/** Finds a target by its name, and applies its settings as options. The command line takes precedence. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError, type Command, type Option } from 'commander';
import { defaultKeyNames } from '../../contract/key-names.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { quoteForShell } from '../../report/record/index.ts';
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
  readonly options: readonly Option[];
  /** The settings that the command accepts; all by default. */
  readonly acceptedSettings?: readonly string[];
  readonly environment: Environment;
}

/**
 * Looks up a target by its name and applies its settings to the command.
 * @returns its address, and the environment with its key and headers; undefined if the command names no target
 * @throws WrongUsage with file, line and setting
 */
export function findNamedTarget(command: Command, lookup: TargetLookup) {
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
  const { url } = command.opts<{ readonly url?: string }>();
  return {
    address: url ?? String(target.settings['url']),
    environment: {
      ...environment,
      ...readKeys(target, environment),
      target: {
        words: listWords(target.name, file, url),
        headers: readHeaders(target, environment),
        locate: (setting: string, value?: string) => locateValue(target, setting, value),
      },
    },
  };
}

function readKeys(target: ConfiguredTarget, environment: Environment) {
  const { key, 'second-key': secondKey } = target.settings;
  const read = (name: unknown, setting: string): string =>
    readNamedVariable(name, target.locate(setting), environment);
  return {
    key: key === undefined ? environment.key : read(key, 'key'),
    secondKey: secondKey === undefined ? environment.secondKey : read(secondKey, 'second-key'),
    keyNames: {
      primary: typeof key === 'string' ? key : defaultKeyNames.primary,
      second: typeof secondKey === 'string' ? secondKey : defaultKeyNames.second,
    },
  };
}

function readHeaders(target: ConfiguredTarget, environment: Environment): Record<string, string> {
  const { headers } = target.settings;
  const entries = Object.entries(isObject(headers) ? headers : {}).map(
    ([header, name]) =>
      [header, readNamedVariable(name, target.locate('headers', header), environment)] as const,
  );
  return Object.fromEntries(entries);
}

function readNamedVariable(name: unknown, place: string, { variable }: Environment): string {
  const value = variable?.(String(name));
  if (value !== undefined) return value;
  throw new WrongUsage(`${place} names the variable ${String(name)}, which is not set.`);
}

/** Returns the arguments that select the target again. */
function listWords(name: string, file: string | undefined, url: string | undefined): string[] {
  return [
    name,
    ...(file === undefined ? [] : [`--config ${file}`]),
    ...(url === undefined ? [] : [`--url ${quoteForShell(url)}`]),
  ];
}

/** Locates a setting, or one value of a list. */
function locateValue({ settings, locate }: ConfiguredTarget, name: string, value = ''): string {
  const list: unknown = settings[name];
  const index = Array.isArray(list) ? list.indexOf(value) : -1;
  return index < 0 ? locate(name) : locate(name, String(index));
}

/** Applies a setting. A setting for which the command has no option is ignored: it is for other commands. */
function applySetting(command: Command, option: Option, target: ConfiguredTarget): void {
  const name = getSettingName(option);
  const setting = target.settings[name];
  const own = command.options.find((candidate) => getSettingName(candidate) === name);
  if (setting === undefined || setting === false || own === undefined) return;
  if (command.getOptionValueSource(own.attributeName()) === 'cli') return;
  const value = setting === true ? !own.negate : parseSetting(own, setting, target);
  command.setOptionValueWithSource(own.attributeName(), value, 'config');
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
