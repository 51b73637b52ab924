/** Renders Markdown pages with VitePress. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type DefaultTheme, type UserConfig } from 'vitepress';
import { pageIcon } from '../../src/design/page-frame.ts';
import { declareColours, fonts } from '../../src/design/palette.ts';
import { copiedFiles, rewriteLinks } from './links.ts';
import { getTitle, root, type Page } from './pages.ts';

export interface SiteSource {
  readonly pages: readonly Page[];
  /** A folder for the project; what its folder `public` contains becomes part of the site. */
  readonly project: string;
  /** The address at which the site will be published; ends with a slash. */
  readonly url: string | undefined;
}

/** The parts of the site in the order of its menu, by the first word of their addresses. */
const sections = {
  guides: 'Guides',
  service: 'The service',
  requirements: 'Requirements',
  packages: 'Packages',
  results: 'Results',
  project: 'Project',
} as const;

/** Browsers load no modules from disk. There, the style hides the controls that need them, and a phone has the menu below the text. */
const script =
  "if (location.protocol === 'file:') document.documentElement.classList.add('from-disk');";
/** The site has the fonts and colours of our other pages. */
function createStyle(): string {
  const variables = {
    '--vp-c-bg': 'ground',
    '--vp-c-bg-alt': 'panel',
    '--vp-c-text-1': 'ink',
    '--vp-c-text-2': 'soft',
    '--vp-c-brand-1': 'link',
    '--vp-c-divider': 'line',
  };
  const [light, dark] = (['light', 'dark'] as const).map((theme) =>
    declareColours(theme, variables),
  );
  return `:root { ${light} --vp-font-family-base: ${fonts.text}; --vp-font-family-mono: ${fonts.code}; } .dark { ${dark} }${style}`;
}

/** The usual theme loads a font that our pages do not use. */
const theme = "export { default } from 'vitepress/theme-without-fonts';\n";

const style = `
.from-disk :is(.VPNavBarSearch, .VPNavBarAppearance, .VPNavBarHamburger, .VPLocalNav) { display: none; }
@media (max-width: 959px) {
  .from-disk .VPSidebar { position: static; order: 1; width: 100%; max-width: none; transform: none; opacity: 1; visibility: visible; }
}
/* Indented code has no box that scrolls. */
.vp-doc pre:not([class]) { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** Renders the pages into a folder. */
export async function renderSite(source: SiteSource, outDir: string): Promise<void> {
  const { pages, project, url } = source;
  for (const page of pages) {
    const canonical = `${url}${page.path.replace(/index$/, '')}.html`.replace('/.html', '/');
    const head = url === undefined ? [] : [['link', { rel: 'canonical', href: canonical }]];
    const frontMatter = `---\n${JSON.stringify({ title: getTitle(page), head })}\n---\n`;
    // VitePress resolves pictures only if their addresses are visibly relative.
    const text = rewriteLinks(page, pages).replaceAll('="docs/pictures/', '="./docs/pictures/');
    await writeFileIn(project, `${page.path}.md`, frontMatter + text);
  }
  await cp(`${root}docs/pictures`, join(project, 'docs/pictures'), { recursive: true });
  await cp(`${root}docs/diagrams`, join(project, 'diagrams'), { recursive: true });
  for (const file of copiedFiles) await cp(root + file, join(project, 'public', file));
  const config = `export default ${JSON.stringify(createConfig(source))}`;
  await writeFileIn(project, '.vitepress/config.mjs', config);
  await writeFileIn(project, '.vitepress/theme/index.mjs', theme);
  await build(project, { outDir });
}

async function writeFileIn(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

function createConfig({ pages, url }: SiteSource): UserConfig<DefaultTheme.Config> {
  const names = Object.keys(sections);
  return {
    lang: 'en',
    title: 'bookdist',
    description: 'Tests whether a book distribution service does what its interface document says.',
    // Relative addresses work below any path and from disk.
    base: './',
    // The pages include addresses that only the built site has; links.ts checks them there.
    ignoreDeadLinks: true,
    head: [
      ['link', { rel: 'icon', href: pageIcon }],
      ['script', {}, script],
      ['style', {}, createStyle()],
    ],
    vite: { build: { chunkSizeWarningLimit: 5000 } },
    ...(url !== undefined && { sitemap: { hostname: url } }),
    themeConfig: {
      outline: [2, 3],
      search: { provider: 'local' },
      nav: [
        { text: 'Break it yourself', link: '/break-it.html', target: '_self' },
        ...Object.entries(sections).map(([name, text]) => ({
          text,
          link: `/${name}/`,
          activeMatch: `/${name}/`,
        })),
      ],
      sidebar: {
        ...Object.fromEntries(names.map((name) => [`/${name}/`, listPages(pages, name)])),
        '/': Object.entries(sections).map(([name, text]) => ({ text, link: `/${name}/` })),
      },
    },
  };
}

function listPages(pages: readonly Page[], section: string): DefaultTheme.SidebarItem[] {
  return pages
    .filter(({ path }) => path.startsWith(`${section}/`))
    .map((page) => ({ text: getTitle(page), link: `/${page.path.replace(/index$/, '')}` }));
}
