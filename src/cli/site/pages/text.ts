/** Words and links that several pages share. */
import type { Operation } from '../../../contract/operations.ts';
import { textOf } from '../../../docs/operation-node.ts';
import { operationAddress } from '../../../docs/page-address.ts';

/** Escapes what Markdown would take for HTML. */
export function plainText(text: string): string {
  return text.replaceAll('<', '&lt;');
}

/** Returns the id that a heading gets. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Returns a link to an operation in the API reference. */
export function operationLink(operation: Operation): string {
  return `[${textOf(operation, 'summary')}](/api/index.html${operationAddress(operation.id)})`;
}

/** Returns the first sentence of a Markdown text, without markup. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text
    .replaceAll(/^```.*?^```/gms, '')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => /^[A-Za-z`*[]/.test(part));
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_\\]/g, '')
    .replaceAll(/\s+/g, ' ');
  return /^.*?[.:?!](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}
