/** Tests what all calls have in common: answers with nothing to read, options, and how a client is made. */
import { describe, expect, it } from 'vitest';
import { book, createScriptedClient, fileId, id } from '../scenes/answering.ts';
import { createDistribution } from '../create-distribution.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';

const nothing = () => new Response(null, { status: 204 });

describe('the calls without a response body', () => {
  const file = { fileId, filename: 'one.mp3', hashSha256: '0'.repeat(64) };
  const answers = [
    ['204', nothing],
    ['{}', () => Response.json({})],
    ['an empty 200', () => new Response('')],
    ['some JSON', () => Response.json({ data: book }, { status: 202 })],
  ] as const;

  it.each(answers)('take %s for success', async (_, answer) => {
    const { books, sent } = createScriptedClient(answer(), answer(), answer(), answer());
    await books.attach(id, file);
    await books.publish(id);
    await books.unpublish(id);
    await books.delete(id);
    const { fileId: _fileId, ...announced } = file;
    expect(sent).toMatchObject([
      { call: `PATCH /books/${id}/file/${fileId}/attach`, body: announced },
      { call: `POST /books/${id}/publish`, body: {} },
      { call: `POST /books/${id}/unpublish`, body: {} },
      { call: `DELETE /books/${id}`, body: {} },
    ]);
  });

  it('do not take a page of HTML for success', async () => {
    const { books } = createScriptedClient(new Response('<html></html>'));
    await expect(books.publish(id)).rejects.toSatisfy(isUnexpectedResponseError);
  });
});

describe('the options of a call', () => {
  it('add headers in addition to the key', async () => {
    const { books, sent } = createScriptedClient(nothing());
    await books.publish(id, { headers: { 'x-trace': '7', apikey: 'another' } });
    expect(sent[0]?.headers.get('x-trace')).toBe('7');
    expect(sent[0]?.headers.get('apikey')).toBe('canary-key-4711');
  });

  it('end the call by its signal, with the reason of the signal as the cause', async () => {
    const reason = new Error('enough');
    const { books } = createDistribution({
      baseUrl: 'https://host.example',
      apiKey: 'canary-key-4711',
      fetch: (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        }),
    });
    const stop = new AbortController();
    const reading = books.get(id, { signal: stop.signal });
    stop.abort(reason);
    await expect(reading).rejects.toMatchObject({ type: 'aborted', cause: reason });
  });
});

describe('createDistribution', () => {
  it('refuses an empty key', () => {
    const make = () => createDistribution({ baseUrl: 'https://host.example', apiKey: '' });
    expect(make).toThrow('set DISTRIBUTION_API_KEY');
  });
});
