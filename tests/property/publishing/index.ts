/** Cases about the publish window. */
export { publishWindow } from './publish-window.check.ts';
export { publishEdges } from './publish-edges.check.ts';
