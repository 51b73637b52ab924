/** Reads a file of targets. Errors name the line. */
import { existsSync, readFileSync } from 'node:fs';
import type { Option } from 'commander';
import type { Misfit } from '../../contract/fits.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { assertFits, readYaml, UnfitYaml, type YamlFile } from '../../contract/yaml-file.ts';
import { suggest, WrongUsage } from '../shell/index.ts';
import { settingOf, settingsAmong, targetsSchema } from './targets-schema.ts';

/** The file in the current folder, unless `--config` names another. */
export const usualTargetsFile = 'bookdist.yaml';

/** One target of the file, with a way to point at its lines. */
export interface WrittenTarget {
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
export function targetIn(
  file: string,
  name: string | undefined,
  options: readonly Option[],
): WrittenTarget {
  const { content, at } = read(file, options);
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

function textOf(file: string): string {
  if (!existsSync(file)) throw new WrongUsage(`There is no ${file} to look up a target in.`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new WrongUsage(`${file} cannot be read.`);
  }
}

function read(file: string, options: readonly Option[]): YamlFile {
  const known = ['url', 'key', 'headers', ...settingsAmong(options).map(settingOf)];
  const hint = ({ path, says }: Misfit): string =>
    says === 'is not known here' ? suggest(path.at(-1) ?? '', known) : '';
  try {
    const yaml = readYaml(textOf(file), file);
    assertFits(yaml, targetsSchema(options), hint);
    return yaml;
  } catch (error) {
    throw error instanceof UnfitYaml ? new WrongUsage(error.message) : error;
  }
}
