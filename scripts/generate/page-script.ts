/** Bundles the script of our pages into one text, so that a page can carry it and no browser fetches it. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const entry = fileURLToPath(new URL('../../src/report/page/script/main.ts', import.meta.url));

/** The text of the generated module. */
export async function pageScript(header: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  });
  const code = outputFiles.map(({ text }) => text.trim()).join('');
  if (code.includes('</script')) throw new Error('The script of the pages would end its own tag.');
  return `${header}\nexport const pageScript =\n  ${JSON.stringify(code)};\n`;
}
