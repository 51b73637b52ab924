/** Tests the first page of the site, and what its pages of requirements show of real runs. */
import { expect, it } from 'vitest';
import { madeUpReport } from '../../tests/support/report/made-up-report.ts';
import { addEvidence } from './requirement-evidence.ts';
import { collectPages } from './pages.ts';

it('opens the recorded faults from the first page, without the command that writes the site', () => {
  const [first] = collectPages([]);
  expect(first?.text).toContain('[Open the page](/break-it.html){target="_self"}.');
  expect(first?.text).not.toContain('npm run site');
});

it('adds a call, open questions and the latest answer to requirements', () => {
  const row = { says: '', section: '', level: 'must', verdict: 'conforms', cases: [] } as const;
  const evidence = { firstAtRequest: 7, exchanges: 1, drifted: 0, values: {} };
  const run = {
    ...madeUpReport,
    requirements: [{ ...row, id: 'list.last-page', evidence }],
    silences: [
      {
        id: 'list.page-beyond',
        says: 'A page after the last one.',
        section: 'Endpoints',
        verdict: 'observed',
        readings: 'any',
        answers: [{ answer: '200-empty', times: 1 }],
      },
    ],
  } as const;
  const call = { summary: '`GET /books` → 200', request: 'GET /books', response: '200' };
  const page = {
    path: 'requirements/list',
    from: 'docs/requirements/list',
    text: '# List\n\n## `list.last-page`\n\nmust\n\n- Checked\n\n## `list.page-beyond`\n\nopen\n\n- Observed\n',
  };
  const { text } = addEvidence(page, { run, latest: run, calls: new Map([[7, call]]) });
  expect(text).toMatch(
    /- Checked\n- Open questions near it: .*\[`list.page-beyond`\]\(#list-page-beyond\)/,
  );
  expect(text).toContain(
    '\n::: details A call that shows it: `GET /books` → 200\n````http\nGET /books\n````',
  );
  expect(text).toMatch(/- Observed\n- Latest answer: `200-empty`, by .* on \d{4}-\d\d-\d\d\n/);
  const other = { ...page, path: 'guides/list' };
  expect(addEvidence(other, { run, latest: run, calls: new Map() })).toBe(other);
});
