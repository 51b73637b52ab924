/** Reads the targets file. Each setting is named after the option that it sets. Errors include the line number. */
import { existsSync, readFileSync } from 'node:fs';
import type { Option } from 'commander';
import type { SchemaError } from '../../contract/validators.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { assertValid, readYaml, InvalidYaml, type YamlFile } from '../../contract/yaml-file.ts';
import { readOrWrongUsage, suggest, WrongUsage } from '../shell/index.ts';
import { consents } from '../../harness/wire/index.ts';
import { formatNames } from '../../report/formats/index.ts';
import { parseList } from '../options.ts';

/** The targets file in the current folder, unless `--config` names another. */
export const defaultTargetsFile = 'bookdist.yaml';

/** A target of the file, with a function that locates its settings. */
export interface ConfiguredTarget {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Returns the start of a message about a setting, such as `bookdist.yaml:7: targets.staging.rate`. */
  readonly locate: (...path: readonly string[]) => string;
}

/**
 * Finds a target by its name.
 * @param options the options that the file may set
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
  if (name === undefined) throw new WrongUsage(`${file}: choose a target: ${names.join(', ')}.`);
  const settings = targets[name];
  if (isObject(settings))
    return { name, settings, locate: (...path) => at('targets', name, ...path) };
  const hint = suggest(name, names) || ` Its targets: ${names.join(', ')}.`;
  throw new WrongUsage(`${file} has no target "${name}".${hint}`);
}

function readText(file: string): string {
  if (!existsSync(file)) throw new WrongUsage(`Cannot look up the target: ${file} does not exist.`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new WrongUsage(`${file} cannot be read.`);
  }
}

function readTargetsFile(file: string, options: readonly Option[]): YamlFile {
  const knownSettings = ['url', 'key', 'headers', ...selectSettings(options).map(getSettingName)];
  const hint = ({ path, message }: SchemaError): string =>
    message === 'is not known here' ? suggest(path.at(-1) ?? '', knownSettings) : '';
  return readOrWrongUsage(InvalidYaml, () => {
    const yaml = readYaml(readText(file), file);
    assertValid(yaml, createTargetsSchema(options), hint);
    return yaml;
  });
}

/** Options that a file may not set: they concern one run or our own sandbox, or may contain a secret. */
const commandLineOptions: ReadonlySet<string> = new Set([
  'config',
  'url',
  'header',
  'help',
  'list',
  'replay',
  'fault',
  'clock',
  'own-sandbox',
]);

/** Returns the setting of an option, such as `max-requests` or `no-bodies`. */
export function getSettingName({ long, short }: Option): string {
  return (long ?? short ?? '').replace(/^-+/, '');
}

/** Returns the options that a file may set. */
export function selectSettings(options: readonly Option[]): Option[] {
  return options.filter((option) => !commandLineOptions.has(getSettingName(option)));
}

/** Returns the schema for the name of an environment variable. Other text is rejected: it may be the secret itself. */
function createVariableSchema(secret: string): object {
  const description = `the name of the environment variable that contains ${secret}, not ${secret} itself`;
  return { description, type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' };
}

/** Returns a JSON Schema whose descriptions complete error messages of the form "takes …". */
export function createTargetsSchema(options: readonly Option[]): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Targets of bookdist',
    description: 'a single entry `targets`, which contains the targets by name',
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
  const settings = selectSettings(options).map(
    (option) => [getSettingName(option), createSettingSchema(option)] as const,
  );
  return {
    description: 'settings, of which `url` is required',
    type: 'object',
    required: ['url'],
    additionalProperties: false,
    properties: {
      url: {
        description:
          'the address of a service, with http:// or https://; variables are not expanded, so give an address that changes with --url',
        type: 'string',
        pattern: '^https?://[^@$]+$',
      },
      key: createVariableSchema('the key'),
      'second-key': createVariableSchema('the second key'),
      headers: {
        description: 'names of headers, each with the name of an environment variable',
        type: 'object',
        additionalProperties: createVariableSchema('the value'),
      },
      ...Object.fromEntries(settings),
      allow: createListSchema(consents),
      format: createListSchema([...formatNames, 'github']),
    },
  };
}

/** Returns the schema of a list of words, or of these words in one text with commas. */
function createListSchema(words: readonly string[]): object {
  const word = `(${words.join('|')})`;
  const description = `one or more of ${words.join(', ')}`;
  const pattern = `^${word}(, *${word})*$`;
  return { description, type: ['string', 'array'], pattern, items: { description, enum: words } };
}

function createSettingSchema(option: Option): object {
  const text = option.description.replaceAll('\n', ' ');
  const value = { description: `a value as --${getSettingName(option)} does: ${text}` };
  if (!option.required && !option.optional) {
    return { description: `true or false: ${text}`, type: 'boolean' };
  }
  const choices = option.argChoices && {
    description: `one of ${option.argChoices.join(', ')}`,
    enum: option.argChoices,
  };
  if (option.parseArg === parseList) {
    return { ...value, type: ['string', 'array'], items: choices ?? { ...value, type: 'string' } };
  }
  if (choices !== undefined) return choices;
  return { ...value, type: ['string', 'number'] };
}
