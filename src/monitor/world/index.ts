/** What the monitor knows. */
export * from './book.ts';
export * from './possible.ts';
export * from './compare-values.ts';
export * from './unfinished-call.ts';
export * from './uploaded-file.ts';
export * from './world.ts';
export { Map as PersistentMap } from 'immutable';
