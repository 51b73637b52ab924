/** Bundles a script that a page contains. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Returns the program of an entry file as one minified text.
 * @throws Error if the text contains a tag that would end the script in the page
 */
export async function bundlePageScript(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  });
  const code = outputFiles.map(({ text }) => text.trim()).join('');
  if (code.includes('</script'))
    throw new Error(`The script of ${entry.pathname} contains a tag that would end it.`);
  return code;
}
