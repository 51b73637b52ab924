/** Reads the stories of a team from a YAML file. */
import { readFileSync } from 'node:fs';
import { isObject } from '../contract/json-pointer.ts';
import { assertValid, InvalidYaml, readYaml } from '../contract/yaml-file.ts';
import { chooseReadings } from '../sandbox/readings/index.ts';
import { stories as builtInStories } from './stories/index.ts';
import type { Story } from './story.ts';

/**
 * Reads stories. Their form is that of `stories.schema.json` in the package.
 * @param file the name of the file, for errors
 * @throws InvalidYaml with the line of the first mistake
 */
export function readStoryFile(text: string, file: string): readonly Story[] {
  const yaml = readYaml(text, file);
  assertValid(yaml, readSchema());
  const { content } = yaml;
  if (!isStoryFile(content)) throw new InvalidYaml(`${yaml.at()} has no stories.`);
  const names = new Set(builtInStories.map(({ name }) => name));
  for (const [index, { name, readings = {} }] of content.stories.entries()) {
    if (names.has(name)) {
      throw new InvalidYaml(
        `${yaml.at('stories', String(index))}: there is already a story ${name}.`,
      );
    }
    names.add(name);
    try {
      chooseReadings(readings);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new InvalidYaml(`${yaml.at('stories', String(index), 'readings')}: ${problem}`);
    }
  }
  return content.stories;
}

function readSchema(): object {
  const text = readFileSync(new URL('stories.schema.json', import.meta.url), 'utf8');
  const schema: unknown = JSON.parse(text);
  if (!isObject(schema)) throw new Error('stories.schema.json is not an object.');
  return schema;
}

/** Checks only that there is a list, because the schema has checked its entries. */
function isStoryFile(content: unknown): content is { readonly stories: readonly Story[] } {
  return isObject(content) && Array.isArray(content['stories']);
}
