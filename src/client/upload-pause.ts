/** Waits between two attempts, as long as nobody ends the upload. */
import type { Time } from './time.ts';

const [firstMs, mostMs] = [250, 8_000];

/** Twice as long at most after each failure, and anything below: many clients then do not come at once. */
export function backoff(failures: number, random: () => number): number {
  return random() * Math.min(mostMs, firstMs * 2 ** (failures - 1));
}

/** Resolves after so many milliseconds, or when the signal ends. */
export async function pause(ms: number, time: Time, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const over = (): void => {
      cancel();
      signal?.removeEventListener('abort', over);
      resolve();
    };
    const cancel = time.after(ms, over);
    signal?.addEventListener('abort', over);
  });
}
