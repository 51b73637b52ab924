/** The publish rule over generated dates. */
export { publishWindow } from './publish-window.check.ts';
export { publishEdges } from './publish-edges.check.ts';
