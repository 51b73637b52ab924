/** Bites when nothing has moved for a while. */
import type { Time } from './time.ts';

export interface Watch {
  /** Something moved: it bites so many milliseconds from now, unless something moves again. */
  readonly restart: (ms: number) => void;
  readonly stop: () => void;
}

export function watchFor(time: Time, bite: () => void): Watch {
  let cancel: (() => void) | undefined;
  return {
    restart: (ms) => {
      cancel?.();
      cancel = time.after(ms, bite);
    },
    stop: () => cancel?.(),
  };
}
