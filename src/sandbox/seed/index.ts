/** Seed data: a made-up catalogue, and books as lines of JSON. */
export {
  exportBooks,
  fillStore,
  importBooks,
  seedCatalogue,
  type Catalogue,
  type SeedSource,
} from './seed.ts';
