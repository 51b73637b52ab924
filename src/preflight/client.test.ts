/** Tests a client with a pre-flight against the sandbox, which also refuses the errors of the pre-flight. */
import { afterEach, describe, expect, it } from 'vitest';
import { createDistribution, isPreflightError, type PreflightIssue } from '../client/index.ts';
import { ebook } from '../../tests/support/client/scene.ts';
import { type Sandbox, createSandbox } from '../sandbox/index.ts';
import { preflight, type PreflightOptions } from './index.ts';

const sandboxes: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.close()));
});

/** Creates two clients of one sandbox: one with a pre-flight and one without. */
async function createClients(preflightOptions: PreflightOptions = {}) {
  const sandbox = await createSandbox({});
  sandboxes.push(sandbox);
  const requests: string[] = [];
  const warnings: PreflightIssue[] = [];
  const onWarning = (issue: PreflightIssue) => warnings.push(issue);
  const options = {
    baseUrl: 'http://sandbox.example',
    apiKey: 'sandbox-key',
    fetch: async (request: Request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname.split('/')[3]}`);
      return sandbox.fetch(request);
    },
  };
  const plainClient = createDistribution(options);
  const checkedClient = plainClient.withOptions({
    preflight: preflight({ onWarning, ...preflightOptions }),
  });
  return { plainClient, checkedClient, requests, warnings };
}

const audiobook = {
  ...ebook,
  format: 'audio',
  audioDetails: { audioLength: 60, audioEdition: 'UBR' },
} as const;

describe('an error', () => {
  it.each([
    ['an ISBN', { ...ebook, isbn: '9780306406158' }],
    ['a date', { ...ebook, publicationDate: '2027-02-29' }],
  ])(
    'is thrown for %s before anything is sent, and the service refuses it too',
    async (_, book) => {
      const { checkedClient, plainClient, requests } = await createClients();
      await expect(checkedClient.books.create(book)).rejects.toSatisfy(isPreflightError);
      expect(requests).toEqual([]);
      await expect(plainClient.books.create(book)).rejects.toMatchObject({ status: 422 });
    },
  );

  it('states the value, the place and the requirement', async () => {
    const { checkedClient } = await createClients();
    const call = checkedClient.books.create({ ...ebook, isbn: '1' });
    await expect(call).rejects.toThrow(
      /^Nothing was sent\. \/isbn: "1"\..*\(isbn\.valid-on-create\)$/,
    );
    await expect(call).rejects.toMatchObject({
      name: 'PreflightError',
      type: 'preflight',
      issues: [{ rule: 'isbn', severity: 'error' }],
    });
  });

  it('is found in a stored book by reading it before a publish', async () => {
    const { checkedClient, plainClient, requests } = await createClients();
    const { id } = await plainClient.books.create(audiobook);
    requests.splice(0);
    await expect(checkedClient.books.publish(id)).rejects.toMatchObject({
      issues: [{ requirement: 'publish.narrator' }, { requirement: 'publish.chapters-present' }],
    });
    expect(requests).toEqual(['GET books']);
    await expect(plainClient.books.publish(id)).rejects.toMatchObject({ status: 422 });
  });

  it('prevents the upload of a PDF as an EPUB', async () => {
    const { checkedClient, requests } = await createClients();
    const blob = new Blob(['%PDF-1.7']);
    const files = [{ role: 'ebook_content', filename: 'a.epub', blob }] as const;
    const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
    const call = checkedClient.books.upload(id, files);
    await expect(call).rejects.toMatchObject({ type: 'preflight' });
    expect(requests).toEqual([]);
  });

  it('is not thrown if its rule is off, so that the service refuses the call', async () => {
    const { checkedClient } = await createClients({ off: ['isbn'] });
    const call = checkedClient.books.create({ ...ebook, isbn: '1' });
    await expect(call).rejects.toMatchObject({ type: 'problem', status: 422 });
  });
});

describe('a warning', () => {
  it('is reported, and the call is still sent', async () => {
    const { checkedClient, warnings } = await createClients();
    const { data, response } = await checkedClient.books.create(audiobook).withResponse();
    expect([data.id.length, response.status]).toEqual([36, 201]);
    expect(warnings).toMatchObject([{ requirement: 'contributor.narrator', severity: 'warning' }]);
    await checkedClient.books.update(data.id, { title: 'Tides' });
    expect((await checkedClient.books.get(data.id)).attributes.title).toBe('Tides');
  });

  it('does not stop the call if its callback throws', async () => {
    const onWarning = () => {
      throw new Error('a bug in the callback');
    };
    const { checkedClient } = await createClients({ onWarning });
    expect((await checkedClient.books.create(audiobook)).id).toHaveLength(36);
  });
});
