/** Finds the operation that a method and a path belong to. */
import type { Operation } from './operations.ts';

export interface Match {
  readonly operation: Operation;
  /** The decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

/** Creates the function that finds the operation of a request. Literal path segments win over templates. */
export function createMatcher(
  operations: readonly Operation[],
): (method: string, path: string) => Match | undefined {
  const routes = operations
    .filter((operation) => !operation.isStorage)
    .map((operation) => ({ operation, parts: operation.path.split('/') }))
    .sort((a, b) => countLiterals(b.parts) - countLiterals(a.parts));
  return (method, path) => {
    const parts = path.split('/');
    for (const { operation, parts: template } of routes) {
      if (operation.method !== method || template.length !== parts.length) continue;
      const params: Record<string, string> = {};
      if (template.every((part, index) => matchSegment(part, parts[index] ?? '', params))) {
        return { operation, params };
      }
    }
    return undefined;
  };
}

function countLiterals(parts: readonly string[]): number {
  return parts.filter((part) => !part.startsWith('{')).length;
}

function matchSegment(template: string, part: string, params: Record<string, string>): boolean {
  if (!template.startsWith('{')) return template === part;
  if (part === '') return false;
  params[template.slice(1, -1)] = decodeSegment(part);
  return true;
}

/** Decodes a path segment. A segment with a stray percent sign stays unchanged, because the service decides its meaning. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
