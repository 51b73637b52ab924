/** The raw client of a distribution, loaded with its first call: most programs make none. */
import type { Raw } from './raw.ts';

/** Middleware is registered at once and takes part from the next call on, as it would without the wait. */
export function rawWhenAsked(load: () => Promise<Raw>): Raw {
  const changes: ((raw: Raw) => void)[] = [];
  let loading: Promise<Raw> | undefined;
  const asked = async (): Promise<Raw> => {
    const due = changes.splice(0);
    loading ??= load();
    const raw = await loading;
    for (const change of due) change(raw);
    return raw;
  };
  return {
    request: async (method, url, ...init) => (await asked()).request(method, url, ...init),
    GET: async (url, ...init) => (await asked()).GET(url, ...init),
    POST: async (url, ...init) => (await asked()).POST(url, ...init),
    DELETE: async (url, ...init) => (await asked()).DELETE(url, ...init),
    PATCH: async (url, ...init) => (await asked()).PATCH(url, ...init),
    use: (...middleware) => void changes.push((raw) => raw.use(...middleware)),
    eject: (...middleware) => void changes.push((raw) => raw.eject(...middleware)),
  };
}
