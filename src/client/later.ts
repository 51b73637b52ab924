/** Loads what is needed only after a failure. */

/**
 * A part of this package, loaded now. Where even that fails, the failure that called for it is the one to
 * tell.
 */
export async function loadedAfter<T>(failure: unknown, part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch {
    throw failure;
  }
}
