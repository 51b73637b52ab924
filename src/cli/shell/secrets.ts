/** Finds the values that no output may contain: keys, tokens and passwords. */

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
