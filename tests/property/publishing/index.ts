/** Cases about the publish window. */
export { publishWindow, publishEdges } from './publish-window.check.ts';
