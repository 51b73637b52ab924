/** Describes an answer nobody expected without repeating a value of it, since a value may be a secret. */
import { isObject } from './json-object.ts';

/** How many names of a body's keys are told, and how long each may be. */
const most = { keys: 12, letters: 40 };

/** Media type and outline of the body, for example `text/html, 512 characters`. */
export function outlineOf(response: Response, body: unknown): string {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  // A browser hides where an unfollowed redirect leads; elsewhere its status and Location show.
  const elsewhere = response.type === 'opaqueredirect' || response.headers.has('location');
  const redirect = elsewhere ? ', a redirect not followed' : '';
  return `${type === '' ? 'no media type' : type.slice(0, most.letters)}, ${outline(body)}${redirect}`;
}

function outline(body: unknown): string {
  if (body === undefined || body === '') return 'an empty body';
  if (typeof body === 'string') return `${body.length} characters of text`;
  if (Array.isArray(body)) return `a list of ${body.length}`;
  if (!isObject(body)) return body === null ? 'null' : `a ${typeof body}`;
  const keys = Object.keys(body).slice(0, most.keys);
  const names = keys.map((key) => key.slice(0, most.letters)).join(', ');
  return names === '' ? 'an object without keys' : `an object with the keys ${names}`;
}
