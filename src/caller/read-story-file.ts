/** Reads a YAML file with a team's own stories. */
import { readFileSync } from 'node:fs';
import { isObject } from '../contract/json-pointer.ts';
import { assertValid, InvalidYaml, readYaml } from '../contract/yaml-file.ts';
import { chooseReadings } from '../sandbox/readings/index.ts';
import type { Story, StoryFile } from './story.ts';
import { stories as builtInStories } from './stories/index.ts';

/** Generated from the types in story.ts. */
const schemaFile = new URL('../generated/stories.schema.json', import.meta.url);

/**
 * Reads stories. Their form is that of `stories.schema.json` in the package.
 * @param file the name of the file, for errors
 * @throws InvalidYaml with the line of the first mistake
 */
export function readStoryFile(text: string, file: string): readonly Story[] {
  const yaml = readYaml(text, file);
  const schema: unknown = JSON.parse(readFileSync(schemaFile, 'utf8'));
  if (!isObject(schema)) throw new Error(`${schemaFile.href} is not a schema.`);
  assertValid(yaml, schema);
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
function isStoryFile(content: unknown): content is StoryFile {
  return isObject(content) && Array.isArray(content['stories']);
}
