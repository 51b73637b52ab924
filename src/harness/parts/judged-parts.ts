/** Reads the parts of requests and responses that the contract describes. */
import type { OperationParts, ParameterParts } from '../../contract/parts/index.ts';
import { readContract } from '../../contract/spec.ts';
import type { JudgedRequest } from '../../monitor/index.ts';

/** A request with what it had to get. */
export interface JudgedParts {
  readonly parts: OperationParts;
  readonly request: JudgedRequest;
}

/** Returns the text of a parameter; undefined if the request does not have it. */
export function readParameterText(
  { name, in: place }: ParameterParts,
  { question }: JudgedRequest,
): string | undefined {
  const { call, exchange } = question;
  if (place === 'query') return call.query.get(name) ?? undefined;
  if (place === 'header') return exchange.request.headers[name.toLowerCase()];
  const { method, path, toStorage } = exchange.request;
  if (toStorage) return path;
  return readContract().match(method, path.split('?')[0] ?? '')?.params[name];
}

/** Returns the media type of a `Content-Type` header in lower case, without parameters. */
export function readMediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
