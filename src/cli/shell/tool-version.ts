/** The version of the package this code runs from. */
import { existsSync, readFileSync } from 'node:fs';
import { isObject } from '../../contract/json-pointer.ts';

/** In a checkout the package's file lies three folders up, in a built package four. */
const places = ['../../../package.json', '../../../../package.json'];

/** Reads the version; `0.0.0` when the code runs from neither. */
export function toolVersion(): string {
  for (const place of places) {
    const file = new URL(place, import.meta.url);
    if (!existsSync(file)) continue;
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(content) || content['name'] !== 'book-distribution-contract') continue;
    const { version } = content;
    if (typeof version === 'string') return version;
  }
  return '0.0.0';
}
