/** Compares the output that a document shows with that of a real run. */

/**
 * Returns the first line of a shown output that a real output lacks; undefined if it has all of them in this order.
 * `…` matches any text. Ids, dates, tokens, durations and numbers of requests may differ.
 */
export function findStaleLine(shown: string, real: string): string | undefined {
  const lines = real.split('\n').map(normalize);
  let next = 0;
  for (const line of shown.split('\n').filter((text) => text.trim() !== '')) {
    const pattern = new RegExp(`^${normalize(line).split('…').map(escape).join('.*')}$`);
    const index = lines.findIndex((text, at) => at >= next && pattern.test(text));
    if (index < 0) return line;
    next = index + 1;
  }
  return undefined;
}

function normalize(line: string): string {
  return line
    .replaceAll(/[0-9a-f]{8}-([0-9a-f]{4}-[0-9a-f-]{22}|…)/g, 'ID')
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DATE')
    .replace(/--replay \S+/, '--replay TOKEN')
    .replaceAll(/request [\d,]+/g, 'request N')
    .replaceAll(/in (\d+ min )?[\d.]+ m?s\b/g, 'in TIME')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
