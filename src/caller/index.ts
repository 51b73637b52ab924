/** Tests a program that calls the service: plays stories of trouble, and judges what the program leaves. */
export * from './caller-run.ts';
export { readStoryFile } from './read-story-file.ts';
export { serveStory } from './serve-story.ts';
export { CannotStart } from './run-command.ts';
export { NoStandard } from './play-stories.ts';
export { stories } from './stories.ts';
export type { Story } from './story.ts';
export type { Program } from './play-story.ts';
