/** Checks that the files, scripts and commands that a document mentions exist. */
import { dirname, join, normalize } from 'node:path/posix';

export interface KnownReferences {
  /** Files and folders of the repository, folders without a slash at the end. */
  readonly paths: ReadonlySet<string>;
  /** The scripts of package.json. */
  readonly scripts: ReadonlySet<string>;
  /** The names that `npm run prove` takes. */
  readonly proofs: ReadonlySet<string>;
  /** The options of each command, such as `verify` or `report bundle`, with their dashes. */
  readonly commands: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Top-level folders whose paths are checked in code spans. Other paths are examples. */
const folders = /^(?:src|tests|scripts|bench|openapi|docs|examples|deploy|ci|\.ci)\//;

/** Returns a complaint for each reference of a Markdown file that leads nowhere. */
export function checkReferences(file: string, text: string, known: KnownReferences): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const blocks = [...text.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  const missing = [
    ...findMissingLinks(file, text, known),
    ...spans.filter((span) => isMissingPath(span, known)),
    ...[...spans, ...lines].flatMap((line) => [
      ...findUnknownScripts(line, known),
      ...findUnknownCommands(line, known),
    ]),
  ];
  return [...new Set(missing)].map((reference) => `${file}: ${reference} does not exist`);
}

function findMissingLinks(file: string, text: string, { paths }: KnownReferences): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, to = '']) => to);
  return targets
    .filter((to) => !/^[a-z]+:/.test(to))
    .filter((to) => !paths.has(normalize(join(dirname(file), to)).replace(/\/$/, '')));
}

function isMissingPath(span: string, { paths }: KnownReferences): boolean {
  const path = span.replace(/\/$/, '');
  return folders.test(span) && /^[\w./-]+$/.test(path) && !paths.has(path);
}

function findUnknownScripts(line: string, { scripts, proofs }: KnownReferences): string[] {
  const called = [...line.matchAll(/npm run (?:--silent )?([\w-]+)(?: -- ([\w-]+))?/g)];
  return called.flatMap(([call, script = '', name]) => {
    if (!scripts.has(script)) return [call];
    return script === 'prove' && name !== undefined && !proofs.has(name) ? [call] : [];
  });
}

function findUnknownCommands(line: string, { commands }: KnownReferences): string[] {
  // Text after a pipe, a redirection or a comment sign is not part of the command.
  const called = [...line.matchAll(/(?:^|[\s$(])bookdist ([^|>&;#)]*)/g)];
  return called.flatMap(([, rest = '']) => {
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
