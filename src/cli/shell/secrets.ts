/** Finds the values that no output may contain: keys, tokens and passwords. */

/** Shorter values are switches such as `canary=on`. Masking them would make a report unreadable. */
const shortestSecret = 6;

/**
 * Returns the values to mask: each header value and its longer words, because a service may repeat the token
 * without the word `Bearer` before it.
 */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return secretWords(Object.values(headers));
}

/** Does the same for arguments that are not parsed yet, for messages about a wrong command line. */
export function secretsInArguments(args: readonly string[], lines: string | undefined): string[] {
  const headers = args.flatMap((arg, index) => {
    const [, inlineValue] = /^--header=(.+)$/s.exec(arg) ?? [];
    return inlineValue ?? (args[index - 1] === '--header' ? arg : []);
  });
  const passwords = args.flatMap((arg) => /\/\/([^@/]+)@/.exec(arg)?.[1]?.split(':') ?? []);
  const values = [...headers, ...(lines ?? '').split('\n')].map((text) =>
    text.slice(text.indexOf('=') + 1),
  );
  return secretWords([...values, ...passwords]);
}

function secretWords(values: readonly string[]): string[] {
  const words = values.flatMap((value) => value.split(/[\s;,]+|(?<=\w)=(?=.)/));
  return [...values, ...words].filter((text) => text.length >= shortestSecret);
}
