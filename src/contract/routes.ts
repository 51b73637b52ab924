/** Finds the operation that a request belongs to. */
import type { Operation } from './operations.ts';

export interface Match {
  readonly operation: Operation;
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns a function that finds the keyed operation of a request. */
export function routesOf(
  operations: readonly Operation[],
): (method: string, path: string) => Match | undefined {
  const routes = operations
    .filter((operation) => operation.keyed)
    .map((operation) => ({ operation, parts: operation.path.split('/') }))
    .sort((a, b) => literals(b.parts) - literals(a.parts));
  return (method, path) => {
    const parts = path.split('/');
    for (const { operation, parts: template } of routes) {
      if (operation.method !== method || template.length !== parts.length) continue;
      const params: Record<string, string> = {};
      if (template.every((part, index) => fits(part, parts[index] ?? '', params))) {
        return { operation, params };
      }
    }
    return undefined;
  };
}

function literals(parts: readonly string[]): number {
  return parts.filter((part) => !part.startsWith('{')).length;
}

function fits(template: string, part: string, params: Record<string, string>): boolean {
  if (!template.startsWith('{')) return template === part;
  if (part === '') return false;
  params[template.slice(1, -1)] = decoded(part);
  return true;
}

/** Keeps a stray percent sign as it is: its meaning is up to the service. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
