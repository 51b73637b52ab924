/** The two errors of a command. Each has an exit code and one sentence for the user. */

/** Wrong usage or configuration: exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** The command line is right but cannot be carried out: exit code 3. */
export class CannotDo extends Error {
  override readonly name = 'CannotDo';
}

/**
 * Runs a function that reads a file or setting of the user.
 * @param errorClass errors of this class become WrongUsage, because the user can fix them
 */
export function readOrWrongUsage<Result>(
  errorClass: new (...args: never[]) => Error,
  read: () => Result,
): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof errorClass ? new WrongUsage(error.message) : error;
  }
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
