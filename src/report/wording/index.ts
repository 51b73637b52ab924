/** Words, counts and groups that every form of a report shares. */
export * from './drift-counts.ts';
export * from './reasons.ts';
export * from './text.ts';
export * from './verdict-words.ts';
