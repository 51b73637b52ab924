/** Checks that a tarball has only permitted files, and is not too large. */
import { runCommand } from './command.ts';

/** The permitted contents of a package, and its maximum size. */
interface Allowance {
  /** Paths inside the package. */
  readonly paths: RegExp;
  /** Bytes of the tarball. */
  readonly maxBytes: number;
}

const allowances: Readonly<Record<string, Allowance>> = {
  toolkit: {
    paths:
      /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|action\.yml|\.github\/workflows\/drift-nightly\.yml|(docs|ci|deploy)\/.+|dist\/(src|tests|openapi|docs|bench)\/.+)$/,
    maxBytes: 1_100_000,
  },
  client: {
    paths: /^(package\.json|README\.md|LICENSE|[\w-]+\.(mjs|cjs|d\.mts|d\.cts|mjs\.map))$/,
    maxBytes: 250_000,
  },
};

/** Sources, our own tests, hidden files and logs. */
const unwantedFiles = /(\.test\.(js|d\.ts)$|(?<!\.d)\.[cm]?ts$|\.js\.map$|(^|\/)\.[^/]+$|\.log$)/;

/**
 * Returns the number of files and the size of a tarball, as text.
 * @throws Error if it contains other files or is too large
 */
export async function checkContents(
  folder: string,
  name: string,
  tarball: string,
): Promise<string> {
  const { paths, maxBytes } = allowances[name] ?? { paths: /./, maxBytes: 0 };
  const { out } = await runCommand(folder, 'tar', ['-tzf', tarball]);
  const files = out
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
  const unexpected = files.filter((path) => !paths.test(path) || unwantedFiles.test(path));
  if (unexpected.length > 0)
    throw new Error(`it contains unexpected files: ${unexpected.join(', ')}`);
  const { out: size } = await runCommand(folder, 'wc', ['-c', tarball]);
  const bytes = Number.parseInt(size, 10);
  if (bytes > maxBytes) throw new Error(`expected at most ${maxBytes} bytes, got ${bytes}`);
  return `${files.length} files, ${Math.round(bytes / 1000)} kB`;
}
