/** Gives an answer whose body was read already back as one whose body can still be read. */
import type { Came } from './one-attempt.ts';

/**
 * The same Response, not another around it (which costs more than the whole call beneath): its body
 * comes from the text, as often as wanted.
 */
export function keepText({ response, text }: Came): Response {
  const { status, statusText, headers } = response;
  const copy = () => new Response(text === '' ? null : text, { status, statusText, headers });
  response.text = async () => text;
  response.json = async (): Promise<unknown> => JSON.parse(text);
  response.blob = async () => copy().blob();
  response.arrayBuffer = async () => copy().arrayBuffer();
  response.clone = copy;
  const configurable = true;
  Object.defineProperty(response, 'body', { get: () => copy().body, configurable });
  return Object.defineProperty(response, 'bodyUsed', { value: false, configurable });
}
