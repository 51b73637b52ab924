/** Reads a file of targets. An option of the command line is a setting of the same name. Errors name the line. */
import { existsSync, readFileSync } from 'node:fs';
import type { Option } from 'commander';
import type { SchemaError } from '../../contract/fits.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { assertValid, readYaml, InvalidYaml, type YamlFile } from '../../contract/yaml-file.ts';
import { readOrWrongUsage, suggest, WrongUsage } from '../shell/index.ts';
import { parseList } from '../options/index.ts';

/** The file in the current folder, unless `--config` names another. */
export const defaultTargetsFile = 'bookdist.yaml';

/** One target of the file, with a way to point at its lines. */
export interface ConfiguredTarget {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** `bookdist.yaml:7: targets.staging.rate`, the beginning of a message. */
  readonly at: (...path: readonly string[]) => string;
}

/**
 * Finds a target by its name.
 * @param options of the command whose settings the file may hold
 * @throws WrongUsage for the first mistake, with its line
 */
export function findTargetInFile(
  file: string,
  name: string | undefined,
  options: readonly Option[],
): ConfiguredTarget {
  const { content, at } = readTargetsFile(file, options);
  const targets = isObject(content) && isObject(content['targets']) ? content['targets'] : {};
  const names = Object.keys(targets);
  const settings = name === undefined ? undefined : targets[name];
  if (name !== undefined && isObject(settings)) {
    return { name, settings, at: (...path) => at('targets', name, ...path) };
  }
  if (name === undefined) {
    throw new WrongUsage(`${file}: name one of its targets: ${names.join(', ')}.`);
  }
  const hint = suggest(name, names) || ` Its targets: ${names.join(', ')}.`;
  throw new WrongUsage(`${file} has no target "${name}".${hint}`);
}

function readText(file: string): string {
  if (!existsSync(file)) throw new WrongUsage(`There is no ${file} to look up a target in.`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new WrongUsage(`${file} cannot be read.`);
  }
}

function readTargetsFile(file: string, options: readonly Option[]): YamlFile {
  const knownSettings = ['url', 'key', 'headers', ...selectSettings(options).map(settingName)];
  const hint = ({ path, message }: SchemaError): string =>
    message === 'is not known here' ? suggest(path.at(-1) ?? '', knownSettings) : '';
  return readOrWrongUsage(InvalidYaml, () => {
    const yaml = readYaml(readText(file), file);
    assertValid(yaml, createTargetsSchema(options), hint);
    return yaml;
  });
}

/** Options that concern one run or our own sandbox, or that would put a secret into a file. */
const commandLineOnly: ReadonlySet<string> = new Set([
  'config',
  'header',
  'help',
  'list',
  'replay',
  'fault',
  'clock',
  'own-sandbox',
]);

/** The name of an option as a setting: `max-requests`, `no-bodies`. */
export function settingName({ long, short }: Option): string {
  return (long ?? short ?? '').replace(/^-+/, '');
}

/** Options that a file may set. */
export function selectSettings(options: readonly Option[]): Option[] {
  return options.filter((option) => !commandLineOnly.has(settingName(option)));
}

/** The name of an environment variable; any other form may be the secret itself. */
function createVariableSchema(secret: string): object {
  const description = `the name of the environment variable that contains it, never ${secret} itself`;
  return { description, type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' };
}

/** A JSON Schema whose descriptions complete "takes …". */
function createTargetsSchema(options: readonly Option[]): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Targets of bookdist',
    description: 'one word, targets, and below it the targets by name',
    type: 'object',
    required: ['targets'],
    additionalProperties: false,
    properties: {
      targets: {
        description: 'targets by name',
        type: 'object',
        minProperties: 1,
        propertyNames: {
          description: 'a name of lowercase letters, digits and hyphens',
          pattern: '^[a-z][a-z0-9-]*$',
        },
        additionalProperties: createTargetSchema(options),
      },
    },
  };
}

function createTargetSchema(options: readonly Option[]): object {
  const settings: Record<string, object> = {};
  for (const option of selectSettings(options))
    settings[settingName(option)] = createSettingSchema(option);
  return {
    description: 'settings, url first',
    type: 'object',
    required: ['url'],
    additionalProperties: false,
    properties: {
      url: {
        description: 'the address of a service, with http:// or https://',
        type: 'string',
        pattern: '^https?://[^@]+$',
      },
      key: createVariableSchema('the key'),
      'second-key': createVariableSchema('the key of another account'),
      headers: {
        description: 'names of headers, each with the name of an environment variable',
        type: 'object',
        additionalProperties: createVariableSchema('the value'),
      },
      ...settings,
    },
  };
}

function createSettingSchema(option: Option): object {
  const text = option.description.replaceAll('\n', ' ');
  const value = { description: `a value as --${settingName(option)} does: ${text}` };
  if (!option.required && !option.optional) {
    return { description: `true or false: ${text}`, type: 'boolean' };
  }
  if (option.argChoices !== undefined) {
    return { description: `one of ${option.argChoices.join(', ')}`, enum: option.argChoices };
  }
  if (option.parseArg === parseList) {
    return { ...value, type: ['string', 'array'], items: { ...value, type: 'string' } };
  }
  return { ...value, type: ['string', 'number'] };
}
