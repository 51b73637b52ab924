/** The form of a team's own stories, and how a YAML file of them is read. */
import { operationIds } from '../contract/operations.ts';
import { isObject } from '../contract/json-pointer.ts';
import { assertValid, InvalidYaml, readYaml } from '../contract/yaml-file.ts';
import { chooseReadings } from '../sandbox/readings/index.ts';
import { responseForms, type Story } from './story.ts';
import { stories as builtInStories } from './stories/index.ts';

const count = { description: 'a whole number of at least 1', type: 'integer', minimum: 1 };
const seconds = { description: 'a number of seconds', type: 'number', minimum: 0 };
const flag = { description: 'true or false', type: 'boolean' };
const status = {
  description: 'a status from 200 to 599',
  type: 'integer',
  minimum: 200,
  maximum: 599,
};

type Properties = Readonly<Record<string, object>>;

function createMap<P extends Properties>(properties: P, required: readonly string[] = []) {
  return { type: 'object', required, additionalProperties: false, properties };
}

function createList(description: string, items: object, minItems = 1) {
  return { description, type: 'array', minItems, items };
}

/** Returns the schema of the effects of some kinds, which need all of their `required` properties. */
function createEffect(
  kinds: readonly string[],
  required: Properties = {},
  others: Properties = {},
) {
  const properties = { kind: { enum: kinds }, ...required, ...others };
  return createMap(properties, Object.keys(required));
}

const effects = [
  createEffect(
    ['status'],
    { status },
    {
      retryAfterSeconds: seconds,
      retryAfterForm: { enum: ['seconds', 'date'] },
      invalidParam: { type: 'string' },
    },
  ),
  createEffect(['status-after-work'], { status }),
  createEffect(['delay', 'slow-body'], { seconds }),
  createEffect(['form'], { form: { enum: responseForms } }),
  createEffect([
    'reset',
    'redirect',
    'html-page',
    'withdrawn-key',
    'expired-urls',
    'other-create',
    'failed-review',
    'lost-response',
    'no-response',
    'truncated-body',
  ]),
];

function joinWords(words: readonly string[], last: string): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

const kinds = effects.flatMap(({ properties }) => properties.kind.enum);
const effect = {
  description: `a map whose \`kind\` is ${joinWords(kinds, 'or')}`,
  type: 'object',
  required: ['kind'],
  oneOf: effects,
};

const trouble = {
  description: 'a map with `on` and `effect`',
  ...createMap({
    on: createList('a list of operations', {
      description: `one of ${joinWords(operationIds, 'and')}`,
      enum: operationIds,
    }),
    files: { enum: ['content', 'cover'] },
    call: count,
    times: {
      description: `${count.description}, or \`all\``,
      anyOf: [{ type: 'integer', minimum: 1 }, { const: 'all' }],
    },
    each: flag,
    statuses: createList('a list of statuses', status, 0),
    effect,
  }),
};

const start = {
  description: 'a map with the state of the sandbox at the start',
  ...createMap({
    ranBefore: flag,
    otherBooks: count,
    twins: { enum: ['draft', 'withdrawn'] },
    uploadsAtService: flag,
    clockMinutes: { description: 'a number of minutes', type: 'number' },
    uploadSeconds: seconds,
    reviewSeconds: seconds,
    lagSeconds: seconds,
  }),
};

const name = {
  description: 'a name of lowercase letters, digits and hyphens',
  type: 'string',
  pattern: '^[a-z][a-z0-9-]*$',
};
const readings = {
  description: 'a map of silences to readings, such as {create.response: walkthrough}',
  type: 'object',
  additionalProperties: { description: 'a reading', type: 'string' },
};
const story = {
  description: 'a map with `name`, `says` and `troubles`',
  ...createMap(
    {
      name,
      says: { description: 'a sentence', type: 'string', minLength: 1 },
      troubles: createList('a list of troubles', trouble),
      readings,
      start,
    },
    ['name', 'says', 'troubles'],
  ),
};

export const storiesSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Stories of bookdist caller',
  description: 'a map with a list `stories`',
  ...createMap({ stories: createList('a list of stories', story) }, ['stories']),
};

/**
 * Reads stories. Their form is that of `stories.schema.json` in the package.
 * @param file the name of the file, for errors
 * @throws InvalidYaml with the line of the first mistake
 */
export function readStoryFile(text: string, file: string): readonly Story[] {
  const yaml = readYaml(text, file);
  assertValid(yaml, storiesSchema);
  const { content } = yaml;
  if (!isStoryFile(content)) throw new InvalidYaml(`${yaml.at()} has no stories.`);
  const names = new Set(builtInStories.map((builtIn) => builtIn.name));
  for (const [index, newStory] of content.stories.entries()) {
    if (names.has(newStory.name)) {
      throw new InvalidYaml(
        `${yaml.at('stories', String(index))}: there is already a story ${newStory.name}.`,
      );
    }
    names.add(newStory.name);
    try {
      chooseReadings(newStory.readings ?? {});
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new InvalidYaml(`${yaml.at('stories', String(index), 'readings')}: ${problem}`);
    }
  }
  return content.stories;
}

/** Checks only that there is a list, because the schema has checked its entries. */
function isStoryFile(content: unknown): content is { readonly stories: readonly Story[] } {
  return isObject(content) && Array.isArray(content['stories']);
}
