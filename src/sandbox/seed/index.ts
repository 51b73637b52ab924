/** Seed data: a made-up catalogue, and books as lines of JSON. */
export { exportBooks, importBooks, seedCatalogue, type Catalogue } from './seed.ts';
