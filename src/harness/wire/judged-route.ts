/** Finds the method and path that the judged contract has for a request that is written by the package's own contract. */
import { readOwnContract, type Contract } from '../../contract/spec.ts';

interface Route {
  readonly method: string;
  /** Below the prefix, without a query. */
  readonly path: string;
}

/** Returns the route in the judged contract, with the same path segments. An undocumented route stays as it is. */
export function toJudgedRoute(
  { method, path }: Route,
  judged: Contract,
  own: Contract = readOwnContract(),
): Route {
  const operation = own.match(method, path)?.operation;
  if (operation === undefined) return { method, path };
  const target = judged.operations[operation.id];
  const segments = path.split('/');
  const values = operation.path
    .split('/')
    .flatMap((name, index) => (isParameter(name) ? [{ name, text: segments[index] ?? '' }] : []));
  const parameters = target.path.split('/').filter(isParameter);
  const judgedPath = target.path.split('/').map((name) => {
    // A parameter that was renamed still has its place among the others.
    const value = values.find((entry) => entry.name === name) ?? values[parameters.indexOf(name)];
    return isParameter(name) ? (value?.text ?? name) : name;
  });
  return { method: target.method, path: judgedPath.join('/') };
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}
