/** The only file that reads the environment: the address and the key of the service. */

interface Runtime {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Node's global, which other runtimes may lack. */
declare const process: Runtime | undefined;

/** Returns a variable's trimmed value, or undefined when it is missing, empty or not readable. */
export function readVariable(
  name: 'DISTRIBUTION_URL' | 'DISTRIBUTION_API_KEY',
): string | undefined {
  try {
    const value = typeof process === 'undefined' ? undefined : process.env?.[name]?.trim();
    return value === '' ? undefined : value;
  } catch {
    // Deno asks for permission and throws without it.
    return undefined;
  }
}
