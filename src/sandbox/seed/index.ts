/** Seed data: a made-up catalogue, and books as lines of JSON. */
export * from './seed.ts';
