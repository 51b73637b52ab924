/** The configuration of Eleventy, copied next to the pages. Pages are plain Markdown, without a template language. */
import { posix } from 'node:path';

export default function configure(config) {
  config.setUseGitIgnore(false);
  config.addPassthroughCopy('assets');
  config.addPassthroughCopy('openapi');
  config.amendLibrary('md', (md) => {
    md.set({ html: true });
    md.core.ruler.push('heading-ids', addHeadingIds);
    // Wide tables scroll separately from the page, also by keyboard.
    md.renderer.rules.table_open = () =>
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table>';
    md.renderer.rules.table_close = () => '</table></div>';
    // Code blocks scroll by keyboard too.
    const fence = md.renderer.rules.fence;
    md.renderer.rules.fence = (...args) => fence(...args).replace('<pre>', '<pre tabindex="0">');
  });
  // Links relative to the page work under any path and from disk.
  config.addTransform('relative-links', function makeRelative(content) {
    if (!this.page.outputPath?.endsWith('.html')) return content;
    const folder = posix.join('/', posix.dirname(this.page.url.replace(/\/$/, '/index.html')));
    return content.replaceAll(
      /(<[a-z]+\b[^>]*\s(?:href|src|data-root)=")(\/[^"]*)"/g,
      (_match, start, target) => {
        const path = posix.relative(folder, target) || '.';
        return `${start}${target.endsWith('/') ? `${path}/` : path}"`;
      },
    );
  });
  return {
    dir: { input: '.', output: '_site', includes: '_includes', data: '_data' },
    markdownTemplateEngine: false,
    htmlTemplateEngine: false,
    templateFormats: ['md', 'njk'],
  };
}

/** Gives each heading an id made of its words; repeated ids get a number. */
function addHeadingIds({ tokens }) {
  const countBySlug = new Map();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const slug = tokens[index + 1].content
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    const count = countBySlug.get(slug) ?? 0;
    countBySlug.set(slug, count + 1);
    token.attrSet('id', count === 0 ? slug : `${slug}-${count}`);
  }
}
