/** Checks that the files, scripts and commands that a document mentions exist. */
import { dirname, join, normalize } from 'node:path/posix';

export interface KnownReferences {
  /** Files and folders of the repository, folders without a slash at the end. */
  readonly paths: ReadonlySet<string>;
  /** The scripts of package.json. */
  readonly scripts: ReadonlySet<string>;
  /** The options of each command, such as `verify` or `report bundle`, with their dashes. */
  readonly commands: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Top-level folders whose paths are checked in code spans. Other paths are examples. */
const checkedFolders = /^(?:src|tests|scripts|bench|openapi|docs|examples|deploy|ci|\.ci)\//;

/** Returns a complaint for each reference of a Markdown file to something that does not exist. */
export function checkReferences(
  file: string,
  text: string,
  knownReferences: KnownReferences,
): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  const missingReferences = [
    ...findMissingLinks(file, text, knownReferences),
    ...spans.filter((span) => isMissingPath(span, knownReferences)),
    ...[...spans, ...lines].flatMap((line) => [
      ...findUnknownScripts(line, knownReferences),
      ...findUnknownCommands(line, knownReferences),
    ]),
  ];
  return [...new Set(missingReferences)].map((reference) => `${file}: ${reference} does not exist`);
}

function findMissingLinks(file: string, text: string, { paths }: KnownReferences): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(
    ([, target = '']) => target,
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !paths.has(normalize(join(dirname(file), target)).replace(/\/$/, '')));
}

function isMissingPath(span: string, { paths }: KnownReferences): boolean {
  const path = span.replace(/\/$/, '');
  return checkedFolders.test(span) && /^[\w./-]+$/.test(path) && !paths.has(path);
}

function findUnknownScripts(line: string, { scripts }: KnownReferences): string[] {
  const calls = [...line.matchAll(/npm run (?:--silent )?([\w-]+)/g)];
  return calls.flatMap(([call, script = '']) => (scripts.has(script) ? [] : [call]));
}

function findUnknownCommands(line: string, { commands }: KnownReferences): string[] {
  // Text after a pipe, a redirection or a comment sign is not part of the command.
  const calls = [...line.matchAll(/(?:^|[\s$(])bookdist ([^|>&;#)]*)/g)];
  return calls.flatMap(([, rest = '']) => {
    const [first = '', second = '', ...others] = rest.trim().split(/\s+/);
    if (first === '' || first === 'help' || !/^[a-z-]+$/.test(first)) return [];
    const name = commands.has(`${first} ${second}`) ? `${first} ${second}` : first;
    const options = commands.get(name);
    if (options === undefined) return first.startsWith('-') ? [] : [`bookdist ${first}`];
    return [second, ...others]
      .flatMap((word) => /^--[a-z][\w-]*/.exec(word)?.[0] ?? [])
      .filter((option) => option !== '--help' && !options.has(option))
      .map((option) => `bookdist ${name} ${option}`);
  });
}
