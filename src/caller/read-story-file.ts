/** Reads the stories of a team from a YAML file. */
import { isObject } from '../contract/json-pointer.ts';
import { assertValid, InvalidYaml, readYaml } from '../contract/yaml-file.ts';
import { chooseReadings } from '../sandbox/readings/index.ts';
import { stories as builtInStories } from './stories/index.ts';
import { storiesSchema } from './story-schema.ts';
import type { Story } from './story.ts';

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

/** Checks only that there is a list, because the schema has checked its entries. */
function isStoryFile(content: unknown): content is { readonly stories: readonly Story[] } {
  return isObject(content) && Array.isArray(content['stories']);
}
