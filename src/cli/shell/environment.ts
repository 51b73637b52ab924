/** The only file that reads environment variables. Finds the keys, tokens and passwords that no output may contain. */
import type { KeyNames } from '../../contract/key-names.ts';

/** The settings from the environment. Keys can only be set here, because process lists show options. */
export interface Environment {
  /** `DISTRIBUTION_URL`: the base address of the service. */
  readonly url: string | undefined;
  /** True if `DISTRIBUTION_URL` is set but empty, as after an undefined variable in a CI job. */
  readonly urlIsEmpty?: boolean;
  /** `CI`: true in a CI job. */
  readonly ci?: boolean;
  /** `DISTRIBUTION_API_KEY`: the API key of the service. */
  readonly key: string | undefined;
  /** `DISTRIBUTION_SECOND_KEY`: the key of another account, to test that accounts are separate. */
  readonly secondKey?: string | undefined;
  /** The names of the variables that hold the keys, if bookdist.yaml sets them. */
  readonly keyNames?: KeyNames | undefined;
  /** `NO_COLOR`: no colour, even on a terminal that supports it. */
  readonly noColour: boolean;
  /** `BOOKDIST_DEBUG`: stack traces, for work on bookdist itself. */
  readonly debug: boolean;
  /** `DISTRIBUTION_HEADERS`: headers for a gate in front of the service, one `NAME=VALUE` a line. */
  readonly headers?: string | undefined;
  /** `npm_command`: `exec` if npx started the process, so `bookdist` may not be in the PATH. */
  readonly npmCommand?: string | undefined;
  /** `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in lower or upper case. */
  readonly proxies?: {
    readonly http?: string | undefined;
    readonly https?: string | undefined;
    readonly none?: string | undefined;
  };
  /** The settings of a step in GitHub Actions; undefined elsewhere. */
  readonly github?: { readonly stepSummary: string | undefined } | undefined;
  /** Reads a variable that bookdist.yaml names; undefined if it is not set. */
  readonly variable?: (name: string) => string | undefined;
  /** Settings from bookdist.yaml: the command-line arguments that select the target, and its headers. */
  readonly target?: {
    readonly words: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
    /** Returns the file and line of a setting, and of one value if it is a list: `bookdist.yaml:7: targets.a.allow`. */
    readonly locate: (setting: string, value?: string) => string;
  };
}

/** Returns the program to print in a command that the user can paste. */
export function programName({ npmCommand }: Environment): string {
  return npmCommand === 'exec' ? 'npx bookdist' : 'bookdist';
}

/** Reads the environment. Empty values count as absent. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const readVariable = (name: string): string | undefined => variables[name]?.trim() || undefined;
  const readEitherCase = (name: string): string | undefined =>
    readVariable(name.toLowerCase()) ?? readVariable(name);
  return {
    url: readVariable('DISTRIBUTION_URL'),
    urlIsEmpty: variables['DISTRIBUTION_URL']?.trim() === '',
    ci: !['false', '0', undefined].includes(readVariable('CI')),
    key: readVariable('DISTRIBUTION_API_KEY'),
    secondKey: readVariable('DISTRIBUTION_SECOND_KEY'),
    noColour: (variables['NO_COLOR'] ?? '') !== '',
    debug: (variables['BOOKDIST_DEBUG'] ?? '') !== '',
    npmCommand: readVariable('npm_command'),
    headers: readVariable('DISTRIBUTION_HEADERS'),
    proxies: {
      http: readEitherCase('HTTP_PROXY'),
      https: readEitherCase('HTTPS_PROXY'),
      none: readEitherCase('NO_PROXY'),
    },
    ...(readVariable('GITHUB_ACTIONS') === 'true' && {
      github: { stepSummary: readVariable('GITHUB_STEP_SUMMARY') },
    }),
    variable: readVariable,
  };
}

/** Shorter values are not secrets but switches such as `canary=on`. Masking them would make a report unreadable. */
const minSecretLength = 6;

/** Returns header values and their longer words, because a service may repeat a token without `Bearer`. */
export function findSecretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return findSecretWords(Object.values(headers));
}

/** Returns the secrets in unparsed arguments and in DISTRIBUTION_HEADERS, for messages about a wrong command line. */
export function findSecretsInArguments(args: readonly string[], lines = ''): string[] {
  const headers = args.flatMap((arg, index) => {
    const [, inlineValue] = /^--header=(.+)$/s.exec(arg) ?? [];
    return inlineValue ?? (args[index - 1] === '--header' ? arg : []);
  });
  const passwords = args.flatMap((arg) => /\/\/([^@/]+)@/.exec(arg)?.[1]?.split(':') ?? []);
  const texts = [...headers, ...lines.split('\n')];
  const values = texts.map((text) => text.slice(text.indexOf('=') + 1));
  return findSecretWords([...values, ...passwords]);
}

function findSecretWords(values: readonly string[]): string[] {
  const words = values.flatMap((value) => value.split(/[\s;,]+|(?<=\w)=(?=.)/));
  return [...values, ...words].filter((text) => text.length >= minSecretLength);
}
