/** Listens to an abort signal once, however many calls it may end: Node warns of the eleventh listener. */

interface Listener {
  readonly callbacks: Set<() => void>;
  readonly runAll: () => void;
}

const listeners = new WeakMap<AbortSignal, Listener>();

/** Runs the callback when the signal aborts. Returns a function that unregisters it. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, runAll } = listeners.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0 || listeners.get(signal)?.callbacks !== callbacks) return;
    signal.removeEventListener('abort', runAll);
    listeners.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>();
  const runAll = () => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener('abort', runAll);
  const listener = { callbacks, runAll };
  listeners.set(signal, listener);
  return listener;
}
