/** The two errors of a command, each with its exit code and one sentence for the user. */

/** Wrong usage or configuration: exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** The command line is right but cannot be carried out: exit code 3. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}

/** Returns the message of what was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
