/** Lists what can be said about a request: which members and parameters it has, their short values, and their kinds. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { classifyTexts } from '../../monitor/index.ts';
import type { ExchangeRow } from './exchanges/index.ts';
import type { Facts } from './separation.ts';

/** A longer text was drawn, and no other request has it. */
const maxTextLength = 16;
/** Lists of more entries are alike. */
const maxCount = 5;

/** Returns the facts of a body or a query; values of entries count for their list. */
export function listRequestFacts({ requestBody, url }: ExchangeRow): Facts {
  const query = new URLSearchParams(url.split('?')[1]);
  if (!isObject(requestBody) && !isArray(requestBody)) {
    const names = [...new Set(query.keys())];
    return {
      ...Object.fromEntries(
        names.map((name) => [`sent ${name}`, [JSON.stringify(query.get(name))]]),
      ),
      ...(names.length > 0 && { sends: names }),
    };
  }
  const facts = new Map<string, Set<string>>();
  const add = (dimension: string, value: string): void => {
    facts.set(dimension, (facts.get(dimension) ?? new Set()).add(value));
  };
  const visit = (value: unknown, path: string): void => {
    if (isArray(value)) {
      if (value.length <= maxCount) add(`count ${path}`, String(value.length));
      for (let count = 1; count < Math.min(value.length, maxCount + 1); count += 1)
        add(`count ${path}`, `more than ${count}`);
      for (const entry of value) visit(entry, path);
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const inner = path === '' ? name : `${path}.${name}`;
        add('sends', inner);
        visit(member, inner);
      }
    } else if (path !== '') {
      for (const text of describeValue(value)) add(`sent ${path}`, text);
      for (const kind of listKinds(value)) add(`kind ${path}`, kind);
    }
  };
  visit(requestBody, '');
  return Object.fromEntries([...facts].map(([name, values]) => [name, [...values]]));
}

function describeValue(value: unknown): string[] {
  if (typeof value === 'string' && value.length > maxTextLength) return [];
  return value === undefined ? [] : [JSON.stringify(value)];
}

function listKinds(value: unknown): string[] {
  if (typeof value === 'number') return [Number.isInteger(value) ? 'whole' : 'with decimals'];
  if (typeof value !== 'string') return [];
  const [, start, end] = /^(\d{3})\d{6,}([\dX])$/i.exec(value) ?? [];
  return [
    ...classifyTexts(value).filter((kind) => kind !== 'ascii'),
    ...(start === undefined ? [] : [`starting with ${start}`, `ending in ${end}`]),
    ...(/[a-z]/i.test(value) && value === value.toUpperCase() ? ['in upper case'] : []),
    ...(/[a-z]/i.test(value) && value === value.toLowerCase() ? ['in lower case'] : []),
    ...(/^\s|\s$/.test(value) ? ['with spaces around it'] : []),
  ];
}
