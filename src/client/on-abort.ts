/** Listens to a signal once, however many calls it may end: Node warns of the eleventh listener. */

interface Listening {
  readonly runs: Set<() => void>;
  readonly all: () => void;
}

const listening = new WeakMap<AbortSignal, Listening>();

/** Runs when the signal ends things; the function it returns forgets it. A signal nobody waits for is let go. */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const { runs, all } = listening.get(signal) ?? listenTo(signal);
  runs.add(run);
  return () => {
    runs.delete(run);
    if (runs.size > 0 || listening.get(signal)?.runs !== runs) return;
    signal.removeEventListener('abort', all);
    listening.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listening {
  const runs = new Set<() => void>();
  const all = () => {
    for (const run of runs) run();
  };
  signal.addEventListener('abort', all);
  const fresh = { runs, all };
  listening.set(signal, fresh);
  return fresh;
}
