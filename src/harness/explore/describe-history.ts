/** Describes a history in words, one call after the other. */
import { findOperation } from '../../monitor/index.ts';
import type { History, Step } from './step.ts';

/** Long values are cut: the script of the report has them in full. */
const maxLength = 160;

/** Returns the calls of a history, such as `createBook {…} → publishBook /books/{book 1}/publish`. */
export function describeHistory(history: History): string {
  return history.map(describeStep).join(' → ');
}

function describeStep(step: Step): string {
  const { method, path = '', query, json, text, upload, wait, account, key, alteredKey } = step;
  if (wait !== undefined) return `wait ${Math.round(wait / 1000)} s`;
  if (upload !== undefined) return `putFile {file ${upload}}`;
  const operation = findOperation({ method, path, toStorage: false }) ?? method;
  const search = new URLSearchParams(query).toString();
  const body = json === undefined ? (text ?? '') : JSON.stringify(json);
  const caller = [
    account === 'second' ? 'by the second account' : '',
    key === null || key === '' ? 'without a key' : '',
    alteredKey === undefined ? '' : `with a wrong key (${alteredKey})`,
  ];
  const parts = [operation, search === '' ? path : `${path}?${search}`, cut(body), ...caller];
  return parts.filter((part) => part !== '' && part !== '{}').join(' ');
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
