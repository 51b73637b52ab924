/** Checks a tarball: no files that only tests or the build need, and no more bytes than allowed. */
import { command } from './command.ts';

/** The permitted contents of a package, and its maximum size. */
interface Allowance {
  /** Paths inside the package. */
  readonly paths: RegExp;
  /** Bytes of the tarball. */
  readonly most: number;
}

const allowances: Readonly<Record<string, Allowance>> = {
  toolkit: {
    paths:
      /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|action\.yml|\.github\/workflows\/drift-nightly\.yml|(docs|ci|deploy)\/.+|dist\/(src|tests|openapi|docs|bench)\/.+)$/,
    most: 1_100_000,
  },
  client: {
    paths: /^(package\.json|README\.md|LICENSE|[\w-]+\.(mjs|cjs|d\.mts|d\.cts|mjs\.map))$/,
    most: 250_000,
  },
};

/** Sources, our own tests, and files that a machine leaves behind. */
const ours = /(\.test\.(js|d\.ts)$|(?<!\.d)\.[cm]?ts$|\.js\.map$|(^|\/)\.[^/]+$|\.log$)/;

/**
 * @throws Error with the files that should not be there
 * @returns the number of files, and the bytes of the tarball
 */
export async function judgeContents(
  folder: string,
  name: string,
  tarball: string,
): Promise<string> {
  const { paths, most } = allowances[name] ?? { paths: /./, most: 0 };
  const { out } = await command(folder, 'tar', ['-tzf', tarball]);
  const files = out
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
  const strange = files.filter((path) => !paths.test(path) || ours.test(path));
  if (strange.length > 0) throw new Error(`it holds ${strange.join(', ')}`);
  const { out: size } = await command(folder, 'wc', ['-c', tarball]);
  const bytes = Number.parseInt(size, 10);
  if (bytes > most) throw new Error(`expected at most ${most} bytes, got ${bytes}`);
  return `${files.length} files, ${Math.round(bytes / 1000)} kB`;
}
