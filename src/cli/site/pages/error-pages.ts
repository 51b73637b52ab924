/** The error catalogue. */
import { guide } from '../../../docs/guide.ts';
import { siteLinks } from './links.ts';
import type { SitePage } from './site-page.ts';

/** Returns the page of all refusals. */
export function errorPages(): readonly SitePage[] {
  const text = guide().find(({ name }) => name === 'errors')?.text;
  if (text === undefined) throw new Error('The guide has no chapter about errors.');
  return [
    {
      path: '/errors/index.html',
      title: 'Errors',
      description:
        'Every refusal that the contract documents: status, cause, body and requirement.',
      section: 'errors',
      kind: 'error',
      text: `${siteLinks(text, 'src/docs/guide/errors.md')}\n\nThe client throws an error class for each of these: see [its reference](/client/reference/index.html#classes).`,
    },
  ];
}
