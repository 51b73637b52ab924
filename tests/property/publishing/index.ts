/** Properties of the publish rules over dates. */
export { edgesOf, expectPassing, expectRefused } from './publish-dates.ts';
export { publishStoredDate } from './publish-stored-date.check.ts';
export { publishWindow } from './publish-window.check.ts';
