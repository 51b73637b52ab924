/** The pages written from Markdown: guides, chapters of the API page, the error catalogue and the client. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { writeGuide } from '../../../docs/guide.ts';
import { rewriteLinks } from './links.ts';
import { type SitePage, firstSentence } from './site-page.ts';

const guidesFolder = new URL('../../../../docs/guides/', import.meta.url);

/** Chapters about the service itself, in reading order. */
const chapters = ['authentication', 'flows', 'uploading', 'window', 'drift', 'changes'];

/** Returns the list of guides, and the page of each guide. */
export function createGuidePages(): readonly SitePage[] {
  const guide = writeGuide();
  const serviceGuides = chapters
    .flatMap((chapter) => guide.find(({ name }) => name === chapter) ?? [])
    .map(({ name, title, text }) =>
      createGuidePage(name, title, rewriteLinks(text, 'src/docs/guide/x.md')),
    );
  const toolGuides = readdirSync(guidesFolder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const { title = file, text } = splitTitle(readFileSync(new URL(file, guidesFolder), 'utf8'));
      return createGuidePage(file.slice(0, -3), title, rewriteLinks(text, `docs/guides/${file}`));
    });
  return [
    {
      path: '/guides/index.html',
      title: 'Guides',
      description:
        'How to check a service, read a report, call the service and develop against it.',
      section: 'guides',
      text: `## Using bookdist\n\n${renderList(toolGuides)}\n\n## The service\n\n${renderList(serviceGuides)}`,
      omitFromSearch: true,
    },
    ...toolGuides,
    ...serviceGuides,
  ];
}

/** Splits Markdown into its heading, if it has one, and the text below it. */
function splitTitle(markdown: string) {
  const [, title, text = ''] = /^# (.+?)\n(.*)$/s.exec(markdown) ?? [];
  return { title, text };
}

function createGuidePage(name: string, title: string, text: string): SitePage {
  const path = `/guides/${name}.html`;
  return { path, title, description: firstSentence(text), section: 'guides', kind: 'guide', text };
}

function renderList(pages: readonly SitePage[]): string {
  return pages
    .map(({ path, title, description }) => `- [${title}](${path}) <br> ${description}`)
    .join('\n');
}

/** Returns the page of all refusals that the contract documents. */
export function createErrorPage(): SitePage {
  const text = writeGuide().find(({ name }) => name === 'errors')?.text;
  if (text === undefined) throw new Error('The guide has no chapter about errors.');
  return {
    path: '/errors/index.html',
    title: 'Errors',
    description: 'Every refusal that the contract documents: status, cause, body and requirement.',
    section: 'errors',
    kind: 'error',
    text: `${rewriteLinks(text, 'src/docs/guide/errors.md')}\n\nThe client throws an error class for each of these: see [its reference](/client/reference/index.html#classes).`,
  };
}

const readmeFile = new URL('../../../client/README.md', import.meta.url);

/**
 * Returns the README of the client and the pages of its reference.
 * @param reference the folder with TypeDoc's Markdown
 */
export function createClientPages(reference: string): readonly SitePage[] {
  const text = readFileSync(readmeFile, 'utf8').replace(/^# .+\n/, '');
  const files = readdirSync(reference, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.split(sep).join('/'))
    .toSorted();
  return [
    {
      path: '/client/index.html',
      title: 'The client',
      description: firstSentence(text),
      section: 'client',
      kind: 'guide',
      text: rewriteLinks(text, 'src/client/README.md'),
    },
    ...files.map((file) => createReferencePage(file, readFileSync(join(reference, file), 'utf8'))),
  ];
}

function createReferencePage(file: string, markdown: string): SitePage {
  const name = file.slice(0, -'.md'.length);
  const { title: heading = name, text } = splitTitle(markdown);
  const title = heading.replaceAll('\\', '').replace(/^\w[\w ]*: /, '');
  const page = {
    path: `/client/reference/${name}.html`,
    title,
    description: firstSentence(text) || `${title} of the client.`,
    section: 'client',
    kind: 'client',
    text: rewriteLinks(text, `client/reference/${file}`),
  } as const;
  if (name !== 'index') return page;
  const description = 'Every class, function and type that the client exports.';
  return { ...page, title: 'Client reference', description, omitFromSearch: true };
}
