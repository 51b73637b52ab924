/** Generated from package.json by `npm run generate`: change that file, never this one. */

export const version = '0.1.0';
