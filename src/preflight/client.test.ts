/** Tests a client with a pre-flight against the sandbox: what is an error there is refused by the service too. */
import { afterEach, describe, expect, it } from 'vitest';
import { createDistribution, isPreflightError, type PreflightIssue } from '../client/index.ts';
import { namelessBook as ebook } from '../client/scenes/scene.ts';
import { type Sandbox, createSandbox } from '../sandbox/index.ts';
import { preflight, type PreflightOptions } from './index.ts';

const open: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

async function world(options: PreflightOptions = {}) {
  const sandbox = await createSandbox({});
  open.push(sandbox);
  const sent: string[] = [];
  const warnings: PreflightIssue[] = [];
  const onWarning = (issue: PreflightIssue) => warnings.push(issue);
  const means = {
    baseUrl: 'http://sandbox.example',
    apiKey: 'sandbox-key',
    fetch: async (request: Request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname.split('/')[3]}`);
      return sandbox.fetch(request);
    },
  };
  const plain = createDistribution(means);
  const checked = createDistribution({ ...means, preflight: preflight({ onWarning, ...options }) });
  return { plain, checked, sent, warnings };
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
    async (_what, book) => {
      const { checked, plain, sent } = await world();
      await expect(checked.books.create(book)).rejects.toSatisfy(isPreflightError);
      expect(sent).toEqual([]);
      await expect(plain.books.create(book)).rejects.toMatchObject({ status: 422 });
    },
  );

  it('states the value, the place and the requirement', async () => {
    const { checked } = await world();
    const creating = checked.books.create({ ...ebook, isbn: '1' });
    await expect(creating).rejects.toThrow(
      /^Nothing was sent\. \/isbn: "1"\..*\(isbn\.valid-on-create\)$/,
    );
    await expect(creating).rejects.toMatchObject({
      name: 'PreflightError',
      type: 'preflight',
      issues: [{ rule: 'isbn', severity: 'error' }],
    });
  });

  it('is found in a stored book by reading it', async () => {
    const { checked, plain, sent } = await world();
    const { id } = await plain.books.create(audiobook);
    sent.splice(0);
    await expect(checked.books.publish(id)).rejects.toMatchObject({
      issues: [{ requirement: 'publish.narrator' }, { requirement: 'publish.chapters-present' }],
    });
    expect(sent).toEqual(['GET books']);
    await expect(plain.books.publish(id)).rejects.toMatchObject({ status: 422 });
  });

  it('prevents the upload of unfit files', async () => {
    const { checked, sent } = await world();
    const blob = new Blob(['%PDF-1.7']);
    const files = [{ role: 'ebook_content', filename: 'a.epub', blob }] as const;
    const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
    await expect(checked.books.upload(id, files)).rejects.toMatchObject({ type: 'preflight' });
    expect(sent).toEqual([]);
  });

  it('is not thrown if its rule is off; the service decides', async () => {
    const { checked } = await world({ off: ['isbn'] });
    const creating = checked.books.create({ ...ebook, isbn: '1' });
    await expect(creating).rejects.toMatchObject({ type: 'problem', status: 422 });
  });
});

describe('a warning', () => {
  it('is reported, and the call is still made', async () => {
    const { checked, warnings } = await world();
    const { data, response } = await checked.books.create(audiobook).withResponse();
    expect([data.id.length, response.status]).toEqual([36, 201]);
    expect(warnings).toMatchObject([{ requirement: 'contributor.narrator', severity: 'warning' }]);
    await checked.books.update(data.id, { title: 'Tides' });
    expect((await checked.books.get(data.id)).attributes.title).toBe('Tides');
  });

  it('may be passed to a callback that throws', async () => {
    const onWarning = () => {
      throw new Error('not listening');
    };
    const { checked } = await world({ onWarning });
    expect((await checked.books.create(audiobook)).id).toHaveLength(36);
  });
});
