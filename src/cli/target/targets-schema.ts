/** The settings of a file of targets. An option of the command line is a setting of the same name. */
import type { Option } from 'commander';
import { several } from '../options/index.ts';

/** Options that concern one run or our own sandbox, or that would put a secret into a file. */
const neverInFile: ReadonlySet<string> = new Set([
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
export function settingOf({ long, short }: Option): string {
  return (long ?? short ?? '').replace(/^-+/, '');
}

/** Options that a file may set. */
export function settingsAmong(options: readonly Option[]): Option[] {
  return options.filter((option) => !neverInFile.has(settingOf(option)));
}

/** The name of an environment variable; any other form may be the secret itself. */
function variableFor(what: string): object {
  const description = `the name of the environment variable that contains it, never ${what} itself`;
  return { description, type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' };
}

/** A JSON Schema whose descriptions complete "takes …". */
export function targetsSchema(options: readonly Option[]): object {
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
        additionalProperties: targetSchema(options),
      },
    },
  };
}

function targetSchema(options: readonly Option[]): object {
  const settings: Record<string, object> = {};
  for (const option of settingsAmong(options)) settings[settingOf(option)] = schemaOf(option);
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
      key: variableFor('the key'),
      'second-key': variableFor('the key of another account'),
      headers: {
        description: 'names of headers, each with the name of an environment variable',
        type: 'object',
        additionalProperties: variableFor('the value'),
      },
      ...settings,
    },
  };
}

function schemaOf(option: Option): object {
  const text = option.description.replaceAll('\n', ' ');
  const value = { description: `a value as --${settingOf(option)} does: ${text}` };
  if (!option.required && !option.optional) {
    return { description: `true or false: ${text}`, type: 'boolean' };
  }
  if (option.argChoices !== undefined) {
    return { description: `one of ${option.argChoices.join(', ')}`, enum: option.argChoices };
  }
  if (option.parseArg === several) {
    return { ...value, type: ['string', 'array'], items: { ...value, type: 'string' } };
  }
  return { ...value, type: ['string', 'number'] };
}
