/** The requested forms of a report, and whether they may contain bodies. */
import { type FormatName, formatNames, isFormat } from '../../report/formats/index.ts';
import { type Environment, suggest, WrongUsage } from '../shell/index.ts';
import type { FormatFlags } from '../options/index.ts';

export interface ChosenFormats {
  readonly files: readonly FormatName[];
  /** Annotations on stdout, and a summary for the page of the job. */
  readonly github: boolean;
  /** True if they may contain bodies. */
  readonly bodies: boolean;
}

/**
 * Returns the named forms, or every form that has a file.
 * @throws WrongUsage for an unknown name
 */
export function chooseFormats(flags: FormatFlags, environment: Environment): ChosenFormats {
  const bodies = flags.bodies !== false;
  const named = flags.format;
  if (named === undefined) {
    return { files: formatNames, github: environment.github !== undefined, bodies };
  }
  const known = [...formatNames, 'github'];
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined || named.length === 0) {
    const typed = unknown ?? '';
    throw new WrongUsage(
      `--format takes ${known.join(', ')}, not "${typed}".${suggest(typed, known)}`,
    );
  }
  const files = named.filter(isFormat);
  return { files: [...new Set(files)], github: named.includes('github'), bodies };
}
