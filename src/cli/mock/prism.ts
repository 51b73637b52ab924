/** Runs Prism in this process. No other file imports it. */
import { createRequire } from 'node:module';
import type * as PrismCore from '@stoplight/prism-core';
import type * as PrismHttp from '@stoplight/prism-http';
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { httpMethods } from '../../contract/operations.ts';
import { apiPrefix } from '../../contract/spec.ts';
import { installCommands, WrongUsage } from '../shell/index.ts';

export interface MockRequest {
  readonly method: string;
  /** The path after the prefix, such as `/books`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or other text; undefined without a body. */
  readonly body: unknown;
}

export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Mock = (request: MockRequest) => Promise<MockResponse>;

/**
 * Creates the mock of a contract.
 * @throws WrongUsage if Prism, an optional peer, is not installed; the message has the install command
 */
export async function createMock(contract: JsonObject): Promise<Mock> {
  const { http, core } = loadPrism();
  // Prism changes the document that it reads.
  const contractOperations = await http.getHttpOperationsFromSpec(structuredClone(contract));
  // The upload to storage is not a call to the service, and its template would match every address.
  const operations = contractOperations.filter(({ method }) => method !== 'put');
  // If 400 and 422 are documented, Prism refuses a request that does not match the schema with 422, but the
  // service with 400. A Prefer header can still select 422.
  const without422 = operations.map((operation) => ({
    ...operation,
    responses: operation.responses.filter(({ code }) => code !== '422'),
  }));
  const validation = { checkSecurity: true, validateRequest: true, validateResponse: false };
  const proxy = { errors: false, upstreamProxy: undefined, isProxy: false } as const;
  const config = { ...validation, ...proxy };
  const logger: unknown = core.createLogger('mock', { level: 'silent' });
  const prism = http.createInstance({ ...config, mock: { dynamic: false } }, { logger });
  return async (request) => {
    const preference = parsePrefer(request.headers['prefer']);
    const result = await prism.request(
      toPrismRequest(request),
      preference.code === 422 ? operations : without422,
      { ...config, mock: { dynamic: false, ...preference } },
    )();
    return 'left' in result
      ? createRefusal(request, result.left)
      : toMockResponse(result.right.output, result.right.validations.input, request);
  };
}

/** Resolves Prism's packages from prism-cli, because we do not depend on them directly. */
function loadPrism() {
  const requirePrism = (() => {
    try {
      const require = createRequire(import.meta.url);
      return createRequire(require.resolve('@stoplight/prism-cli/package.json'));
    } catch {
      throw new WrongUsage(
        `The mock needs Prism, which is not installed. ${installCommands.prism}`,
      );
    }
  })();
  return {
    // require() returns no types; the package above pins these two.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    http: requirePrism('@stoplight/prism-http') as typeof PrismHttp,
    // oxlint-disable-next-line typescript/consistent-type-assertions
    core: requirePrism('@stoplight/prism-core') as typeof PrismCore,
  };
}

interface Preference {
  readonly code?: number;
  readonly exampleKey?: string;
  readonly dynamic?: boolean;
}

/** Parses a `Prefer` header: `code=404, example=audiobook, dynamic=true`. */
function parsePrefer(prefer = ''): Preference {
  const pairs = prefer.split(/[,;]/).map((part) => {
    const [name = '', value = ''] = part.split('=');
    return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')] as const;
  });
  const { code, example: exampleKey, dynamic } = Object.fromEntries(pairs);
  return {
    ...(Number.isInteger(Number(code)) && Number(code) >= 100 && { code: Number(code) }),
    ...(exampleKey && { exampleKey }),
    ...(dynamic !== undefined && { dynamic: dynamic === 'true' }),
  };
}

function toPrismRequest({ method, path, query, headers, body }: MockRequest) {
  const values = [...new Set(query.keys())].map((name) => {
    const [first = '', ...others] = query.getAll(name);
    return [name, others.length === 0 ? first : [first, ...others]] as const;
  });
  return {
    method: httpMethods.find((name) => name === method.toLowerCase()) ?? 'trace',
    url: { path, query: Object.fromEntries(values) },
    headers: { ...headers },
    body,
  };
}

interface PrismOutput {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One problem that Prism found in a request, such as `['query', 'perPage']`. */
interface PrismProblem {
  readonly path?: readonly string[];
  readonly message: string;
}

function toMockResponse(
  { statusCode, headers = {}, body }: PrismOutput,
  problems: readonly PrismProblem[],
  request: MockRequest,
): MockResponse {
  const isEmpty = statusCode === 204 || statusCode === 304 || request.method === 'HEAD';
  return {
    status: statusCode,
    headers,
    body: isEmpty ? undefined : fillProblem(body, problems, request),
  };
}

/** Replaces the path and parameters of an example Problem with those of this request. */
function fillProblem(
  body: unknown,
  problems: readonly PrismProblem[],
  { path, query }: MockRequest,
): unknown {
  if (!isObject(body) || !('instance' in body)) return body;
  const invalidParams = problems.map(({ path: location = [], message }) => {
    const name = formatParameterName(location, message);
    return {
      // Prism names query parameters in lower case.
      name: [...query.keys()].find((key) => key.toLowerCase() === name) ?? name,
      reason: message.replace(/^Request (body|parameter|query|path)\S* /, ''),
    };
  });
  const params = invalidParams.length === 0 ? {} : { invalidParams };
  return { ...body, instance: `${apiPrefix}${path}`, ...params };
}

/** Returns the name as in the document, such as `perPage` or `0.role`. Appends the name of a missing property. */
function formatParameterName([, ...location]: readonly string[], message: string): string {
  const missing = /required property '([^']+)'/.exec(message)?.[1] ?? [];
  return [...location, missing].flat().join('.');
}

/** Returns a refusal in the service's format for a request that Prism refused. */
function createRefusal(request: MockRequest, error: Error): MockResponse {
  const prismStatus = 'status' in error ? Number(error.status) : 500;
  // For a request that does not match the schema, Prism responds with 422, but the service with 400.
  const status = prismStatus === 422 ? 400 : prismStatus;
  const detail = 'detail' in error ? String(error.detail) : error.message;
  const titles = new Map([
    [400, 'Bad request'],
    [404, 'Not found'],
  ]);
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: 'about:blank',
      title: titles.get(status) ?? 'No such answer',
      status,
      detail,
      instance: `${apiPrefix}${request.path}`,
      invalidParams: [],
    },
  };
}
