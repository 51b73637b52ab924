/** A response before it is sent. */

export interface Answer {
  readonly status: number;
  /** Empty if there is no body. */
  readonly text: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The point at which the connection breaks, if a chaos rule says so. */
  readonly breaks?: 'before-response' | 'within-body';
}

export function jsonAnswer(status: number, body: unknown): Answer {
  return textAnswer(status, JSON.stringify(body), 'application/json');
}

export function textAnswer(status: number, text: string, mediaType: string): Answer {
  return { status, text, headers: { 'content-type': mediaType } };
}

export function emptyAnswer(status: number): Answer {
  return { status, text: '', headers: {} };
}

export function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
