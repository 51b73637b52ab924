/** `bookdist site`. */
export { siteCommand } from './site.ts';
