/** The settings that come from environment variables. Only this file reads the environment. */

import type { KeyNames } from '../../contract/key-names.ts';

/** The settings that a command reads from the environment. Keys come this way only: process lists show options. */
export interface Environment {
  /** `DISTRIBUTION_URL`: the base address of the service to judge. */
  readonly url: string | undefined;
  /** True if `DISTRIBUTION_URL` is set to nothing, as an undefined variable of a CI job leaves it. */
  readonly urlIsEmpty?: boolean;
  /** `CI`: true in a CI job. */
  readonly ci?: boolean;
  /** `DISTRIBUTION_API_KEY`: its key. */
  readonly key: string | undefined;
  /** `DISTRIBUTION_SECOND_KEY`: the key of another account, to test that accounts are separate. */
  readonly secondKey?: string | undefined;
  /** The variables that hold the keys, if bookdist.yaml names others. */
  readonly keyNames?: KeyNames | undefined;
  /** `NO_COLOR`: no colour, even on a terminal that supports it. */
  readonly noColour: boolean;
  /** `BOOKDIST_DEBUG`: stack traces, for work on bookdist itself. */
  readonly debug: boolean;
  /** `DISTRIBUTION_HEADERS`: headers for a gate in front of the service, one `NAME=VALUE` a line. */
  readonly headers?: string | undefined;
  /** `npm_command`: `exec` when npx started the process, so `bookdist` may not be in the PATH. */
  readonly npmCommand?: string | undefined;
  /** `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, in either case as other tools take them. */
  readonly proxies?: {
    readonly http?: string | undefined;
    readonly https?: string | undefined;
    readonly none?: string | undefined;
  };
  /** The settings from GitHub Actions for a step; undefined elsewhere. */
  readonly github?: { readonly stepSummary: string | undefined } | undefined;
  /** A variable that a file of targets names; undefined when it is not set. */
  readonly variable?: (name: string) => string | undefined;
  /** The additions of a file of targets: the words that name it, and headers with their values. */
  readonly target?: {
    readonly words: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** Returns the program to print in a command that the user can paste. */
export function programName({ npmCommand }: Environment): string {
  return npmCommand === 'exec' ? 'npx bookdist' : 'bookdist';
}

/** Reads the environment; empty values count as absent. */
export function readEnvironment(): Environment {
  const variable = (name: string): string | undefined => process.env[name]?.trim() || undefined;
  const eitherCase = (name: string): string | undefined =>
    variable(name.toLowerCase()) ?? variable(name);
  return {
    url: variable('DISTRIBUTION_URL'),
    urlIsEmpty: process.env['DISTRIBUTION_URL']?.trim() === '',
    ci: !['false', '0', undefined].includes(variable('CI')),
    key: variable('DISTRIBUTION_API_KEY'),
    secondKey: variable('DISTRIBUTION_SECOND_KEY'),
    noColour: (process.env['NO_COLOR'] ?? '') !== '',
    debug: (process.env['BOOKDIST_DEBUG'] ?? '') !== '',
    npmCommand: variable('npm_command'),
    headers: variable('DISTRIBUTION_HEADERS'),
    proxies: {
      http: eitherCase('HTTP_PROXY'),
      https: eitherCase('HTTPS_PROXY'),
      none: eitherCase('NO_PROXY'),
    },
    ...(variable('GITHUB_ACTIONS') === 'true' && {
      github: { stepSummary: variable('GITHUB_STEP_SUMMARY') },
    }),
    variable,
  };
}
