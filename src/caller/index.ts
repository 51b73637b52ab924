/** Tests a program that calls the service: plays stories of trouble, and judges what the program leaves. */
export * from './caller-run.ts';
export { readStoryFile } from './read-story-file.ts';
export { serveStory } from './serve-story.ts';
export { CannotStart, collectEnd, endGroup } from './run-command.ts';
export { listBrokenRules, NoStandard } from './play-stories.ts';
export type { CalmRun } from './judge-story.ts';
export * from './report/index.ts';
export * from './faults/index.ts';
export { stories } from './stories/index.ts';
export type { Story } from './story.ts';
export type { Program } from './play-story.ts';
