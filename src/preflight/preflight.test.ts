/** Tests the issues of a pre-flight on both sides of each rule, and that the sandbox refuses the same. */
import { describe, expect, it } from 'vitest';
import { requirements } from '../generated/requirements.ts';
import type { CheckedCall } from '../client/preflight.ts';
import { preflight, type RuleName, type PreflightOptions } from './index.ts';
import { createDistribution, isPreflightError, type PreflightIssue } from '../client/index.ts';
import { ebook } from '../../tests/support/client/scene.ts';
import { openTestSandbox } from '../../tests/support/fixtures.ts';

const now = Date.parse('2026-11-21T11:30:00Z');
const defaultPreflight = preflight();

/** Returns each issue as `severity requirement pointer`. */
async function findIssues(call: CheckedCall): Promise<readonly string[]> {
  const issues = await defaultPreflight.issues(call, now);
  return issues.map((issue) => `${issue.severity} ${issue.requirement} ${issue.pointer}`);
}

const chapter = { sequence: 1, title: 'One', fileId: 'a' };
const audio = {
  format: 'audio',
  publicationDate: '2030-05-01',
  contributor: [{ role: 'Narrated by' }],
  chapters: [chapter],
};

describe('an ISBN', () => {
  it.each([
    ['9780306406157', []],
    ['9791034304196', []],
    ['9780306406158', ['error isbn.valid-on-create /isbn']],
    ['0306406152', ['error isbn.valid-on-create /isbn']],
    ['978-0-306-40615-7', ['warning isbn.hyphens /isbn']],
    ['5012345678900', ['warning isbn.prefixes /isbn']],
    [null, []],
  ])('%s causes the issues %j', async (isbn, issues) => {
    expect(await findIssues({ call: 'create', book: { format: 'ebook', isbn } })).toEqual(issues);
  });

  it('has an issue with the requirement of an update for an update', async () => {
    const issues = await findIssues({ call: 'update', book: { isbn: '1' } });
    expect(issues).toEqual(['error isbn.valid-on-update /isbn']);
  });

  it('is expected for print books', async () => {
    const issues = await findIssues({ call: 'create', book: { format: 'print' } });
    expect(issues).toEqual(['warning isbn.expected-for-print /isbn']);
    expect(await findIssues({ call: 'update', book: { format: 'print' } })).toEqual([]);
  });
});

describe('a publication date', () => {
  it.each([
    ['2028-02-29', []],
    ['2027-02-29', ['error date.valid-on-create /publicationDate']],
    ['soon', ['error date.valid-on-create /publicationDate']],
    ['2028/2/9', ['warning date.form /publicationDate']],
  ])('%s causes the issues %j', async (publicationDate, issues) => {
    expect(await findIssues({ call: 'create', book: { publicationDate } })).toEqual(issues);
  });

  it('has an issue with the requirement of an update for an update', async () => {
    const issues = await findIssues({ call: 'update', book: { publicationDate: '' } });
    expect(issues).toEqual(['error date.valid-on-update /publicationDate']);
  });
});

// At `now`, it is 23:30 on the 20th in the last time zone, and 01:30 on the 22nd in the first time zone.
describe('publishing a book that is not final', () => {
  it.each([
    ['2020-01-01', ['error publish.final-version-window /publicationDate']],
    ['2026-12-04', ['error publish.final-version-window /publicationDate']],
    ['2026-12-05', ['warning publish.final-version-window /publicationDate']],
    ['2026-12-06', ['warning publish.final-version-window /publicationDate']],
    ['2026-12-07', []],
  ])('with the date %s causes the issues %j', async (publicationDate, issues) => {
    const book = { format: 'ebook', publicationDate, isFinalVersion: false };
    expect(await findIssues({ call: 'publish', book })).toEqual(issues);
    expect(await findIssues({ call: 'publish', book: { ...book, isFinalVersion: true } })).toEqual(
      [],
    );
    expect(await findIssues({ call: 'create', book })).toEqual([]);
  });
});

describe('an audiobook', () => {
  it('may be published with a narrator and chapters', async () => {
    expect(await findIssues({ call: 'publish', book: audio })).toEqual([]);
  });

  it('without a narrator causes a warning as a draft and an error on publish', async () => {
    const book = { ...audio, contributor: [{ role: 'Author' }] };
    expect(await findIssues({ call: 'create', book })).toEqual([
      'warning contributor.narrator /contributor',
    ]);
    expect(await findIssues({ call: 'publish', book })).toEqual([
      'error publish.narrator /contributor',
    ]);
  });

  it('needs chapters to be published', async () => {
    for (const chapters of [[], null]) {
      const issues = await findIssues({ call: 'publish', book: { ...audio, chapters } });
      expect(issues).toEqual(['error publish.chapters-present /chapters']);
    }
  });

  it.each([
    [
      // File ids differ only in case, which counts as the same id.
      'the same file in two chapters',
      [chapter, { ...chapter, sequence: 2, fileId: 'A' }],
      'error chapters.one-file-one-chapter /chapters',
    ],
    [
      'a repeated sequence',
      [chapter, { ...chapter, fileId: 'b' }],
      'warning chapters.duplicate-sequence /chapters/1/sequence',
    ],
    [
      'the sequence 0',
      [{ ...chapter, sequence: 0 }],
      'error chapters.sequence /chapters/0/sequence',
    ],
    [
      'the sequence 1.5',
      [{ ...chapter, sequence: 1.5 }],
      'error chapters.sequence /chapters/0/sequence',
    ],
    [
      'an ASCII title with other characters',
      [{ ...chapter, titleAscii: 'D\u00e9part' }],
      'warning chapters.title-ascii-only /chapters/0/titleAscii',
    ],
  ])('has an issue for %s', async (_, chapters, issue) => {
    expect(await findIssues({ call: 'update', book: { chapters } })).toEqual([issue]);
  });

  it('with a gap between its chapters causes a warning on publish, but not on update', async () => {
    const chapters = [chapter, { ...chapter, sequence: 3, fileId: 'b' }];
    expect(await findIssues({ call: 'update', book: { chapters } })).toEqual([]);
    const issues = await findIssues({ call: 'publish', book: { ...audio, chapters } });
    expect(issues).toEqual(['warning chapters.gaps /chapters']);
  });
});

describe('rules', () => {
  it('quote the sentences of the ledger', async () => {
    const [issue] = await defaultPreflight.issues({ call: 'create', book: { isbn: '1' } }, now);
    expect(issue).toEqual({
      rule: 'isbn',
      requirement: 'isbn.valid-on-create',
      statement: requirements['isbn.valid-on-create'].says,
      severity: 'error',
      pointer: '/isbn',
      received: '"1"',
    });
  });

  it('can be switched off by name', async () => {
    const invalidBook = { format: 'print', isbn: '1', publicationDate: 'soon' };
    const off: RuleName[] = ['isbn', 'date'];
    expect(await preflight({ off }).issues({ call: 'create', book: invalidBook }, now)).toEqual([]);
  });

  it('that do not exist cannot be switched off', () => {
    // @ts-expect-error: a mistake that a program without types may contain
    expect(() => preflight({ off: ['isnb'] })).toThrow('off must be one of isbn, ');
  });
});

/** Creates two clients of one sandbox: one with a pre-flight and one without. */
async function createClients(preflightOptions: PreflightOptions = {}) {
  const { sandbox } = await openTestSandbox();
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
