/** Replays recorded requests against a sandbox in this process, to find out which faults they can see. */
import { formatUuid } from '../../sandbox/book/index.ts';
import { createHash } from 'node:crypto';
import { createClock } from '../../sandbox/parts/index.ts';
import { createSandbox, type Alteration } from '../../sandbox/index.ts';
import type { RecordedRequest } from './record-requests.ts';

/** Ids, and upload URLs with the ids in them. */
const tokens =
  /https?:\/\/[^"\s]*\/uploads\/[^"\s]*|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Replays requests one after another, each at its own time, and returns the responses as texts, in which ids are
 * numbered by their first use. The same requests and the same service result in the same texts.
 */
export async function replayRequests(
  requests: readonly RecordedRequest[],
  faults: readonly Alteration[],
): Promise<readonly string[]> {
  const clock = createClock();
  let count = 0;
  const newId = () =>
    formatUuid(
      createHash('sha256')
        .update(`id ${(count += 1)}`)
        .digest('hex'),
    );
  const readings = { 'auth.put-with-key': 'works' };
  const sandbox = await createSandbox({ clock, newId, readings, faults, reviewMs: 1_000 });
  const replacements = new Map<string, string>();
  const translate = (text: string) =>
    text.replaceAll(tokens, (token) => replacements.get(token) ?? token);
  const responses: string[] = [];
  try {
    for (const { method, url, isUpload, headers, body, at, responseText } of requests) {
      clock.freeze(at);
      const sent = typeof body === 'string' ? translate(body) : body && new Uint8Array(body);
      const init = {
        method,
        headers,
        ...(sent !== undefined && method !== 'GET' && { body: sent }),
      };
      const request = new Request(translate(url), init);
      const response = await (isUpload ? sandbox.storageFetch(request) : sandbox.fetch(request));
      const text = await response.text();
      learnTokens(replacements, responseText, text);
      const header = (name: string) => response.headers.get(name) ?? '';
      responses.push(`${response.status} ${header('content-type')} ${header('location')}\n${text}`);
    }
  } finally {
    await sandbox.close();
  }
  return numberTokens(responses);
}

/** Pairs the ids and URLs of a recorded response with those of the replayed one, in their order. */
function learnTokens(replacements: Map<string, string>, recorded: string, replayed: string): void {
  const found = replayed.match(tokens) ?? [];
  for (const [index, token] of (recorded.match(tokens) ?? []).entries()) {
    const other = found[index];
    if (other !== undefined && !replacements.has(token)) replacements.set(token, other);
  }
}

/** Replaces ids by numbers. Upload URLs are signed with a secret of the sandbox, so they count as ids, too. */
function numberTokens(texts: readonly string[]): readonly string[] {
  const numbers = new Map<string, number>();
  const getNumber = (token: string): string => {
    const number = numbers.get(token) ?? numbers.size + 1;
    numbers.set(token, number);
    return `#${number}`;
  };
  return texts.map((text) => text.replaceAll(tokens, getNumber));
}
