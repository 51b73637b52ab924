/** Reads a file of targets. Errors name the line. */
import { existsSync, readFileSync } from 'node:fs';
import type { Option } from 'commander';
import { LineCounter, parseDocument, isNode, type Document } from 'yaml';
import { misfitsOf } from '../../contract/fits.ts';
import { isObject } from '../../contract/json-pointer.ts';
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
  const lines = new LineCounter();
  const document = parseDocument(textOf(file), { lineCounter: lines });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line } = lines.linePos(broken.pos[0]);
    throw new WrongUsage(`${file}:${line}: this is not YAML: ${broken.message.split('\n')[0]}`);
  }
  const at = (...path: readonly string[]): string =>
    `${file}${lineOf(document, lines, path)}: ${path.join('.') || 'the file'}`;
  const content: unknown = document.toJS();
  assertFits(content, options, at);
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

function assertFits(
  content: unknown,
  options: readonly Option[],
  at: (...path: readonly string[]) => string,
): void {
  const [first] = misfitsOf(targetsSchema(options), content);
  if (first === undefined) return;
  const { path, says } = first;
  const known = ['url', 'key', 'headers', ...settingsAmong(options).map(settingOf)];
  const hint = says === 'is not known here' ? suggest(path.at(-1) ?? '', known) : '';
  throw new WrongUsage(`${at(...path)} ${says}.${hint}`);
}

/** `:7`, or nothing if the place is not in the text. */
function lineOf(document: Document, lines: LineCounter, path: readonly string[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return `:${lines.linePos(node.range[0]).line}`;
  }
  return '';
}
