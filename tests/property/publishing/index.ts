/** Cases about the publish window. */
export { dates, publishEdges, publishWindow } from './publish-window.check.ts';
