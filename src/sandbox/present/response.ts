/** The response of an operation, before it is sent. */

export interface SandboxResponse {
  readonly status: number;
  /** Empty if there is no body. */
  readonly text: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The point at which the connection breaks, if a chaos rule says so. */
  readonly breaks?: 'before-response' | 'within-body';
}

export function jsonResponse(status: number, body: unknown): SandboxResponse {
  return textResponse(status, JSON.stringify(body), 'application/json');
}

export function textResponse(status: number, text: string, mediaType: string): SandboxResponse {
  return { status, text, headers: { 'content-type': mediaType } };
}

export function emptyResponse(status: number): SandboxResponse {
  return { status, text: '', headers: {} };
}

export function withHeaders(response: SandboxResponse, headers: Readonly<Record<string, string>>) {
  return { ...response, headers: { ...response.headers, ...headers } };
}
