/** Describes an answer nobody expected without repeating a value of it, since a value may be a secret. */
import { isObject } from './json-object.ts';

/** How much of a name is told. */
const letters = 40;

/** Media type and outline of the body, for example `text/html, 512 characters of text`. */
export function outlineOf({ headers, type }: Response, body: unknown): string {
  const media = headers.get('content-type')?.split(';')[0]?.trim().slice(0, letters) ?? '';
  // A browser hides where an unfollowed redirect leads; elsewhere its status and Location show.
  const redirect =
    type === 'opaqueredirect' || headers.has('location') ? ', a redirect not followed' : '';
  return `${media === '' ? 'no media type' : media}, ${outline(body)}${redirect}`;
}

function outline(body: unknown): string {
  if (body === undefined || body === '') return 'an empty body';
  if (typeof body === 'string') return `${body.length} characters of text`;
  if (Array.isArray(body)) return `a list of ${body.length}`;
  if (!isObject(body)) return `a ${body === null ? 'null' : typeof body}`;
  const names = Object.keys(body).map((key) => key.slice(0, letters));
  return `an object with the keys ${names.slice(0, 12).join(', ')}`;
}
