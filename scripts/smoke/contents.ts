/** Looks into a tarball: nothing that is only ours to test or to build, and no heavier than it has to be. */
import { command } from './command.ts';

/** What a package may hold, and how much. */
interface Allowance {
  /** Paths below the package. */
  readonly paths: RegExp;
  /** Bytes of the tarball. */
  readonly most: number;
}

const allowances: Readonly<Record<string, Allowance>> = {
  toolkit: {
    paths:
      /^(package\.json|README\.md|LICENSE|action\.yml|dist\/(src|tests|openapi|docs|bench)\/.+)$/,
    most: 1_000_000,
  },
  client: {
    paths: /^(package\.json|README\.md|LICENSE|[\w-]+\.(mjs|cjs|d\.mts|d\.cts|mjs\.map))$/,
    most: 250_000,
  },
};

/** Sources, tests of our own, and what a machine leaves behind. */
const ours = /(\.test\.(js|d\.ts)$|(?<!\.d)\.[cm]?ts$|\.js\.map$|(^|\/)\.[^/]+$|\.log$)/;

/**
 * @throws Error naming what should not be there
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
  if (bytes > most) throw new Error(`expected at most ${most} bytes, came ${bytes}`);
  return `${files.length} files, ${Math.round(bytes / 1000)} kB`;
}
