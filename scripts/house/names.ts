/** Finds words without meaning in the names of paths and exports. */

const emptyWords = new Set(
  'util utils helper helpers common misc base manager managers handler handlers processor processors data info impl types lib'.split(
    ' ',
  ),
);

/** Splits a kebab, dotted or camel-case name into lower-case words. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the words of a name that could describe any file. */
export function findEmptyWords(name: string): string[] {
  return splitWords(name).filter((word) => emptyWords.has(word));
}

const declaration =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const exportList = /^export (?:type )?\{([^}]*)\}/gm;

/** Returns the names that a formatted TypeScript module exports, except re-exports by star. */
export function listExports(text: string): string[] {
  const declaredNames = [...text.matchAll(declaration)].map(([, name = '']) => name);
  const listedNames = [...text.matchAll(exportList)].flatMap(([, names = '']) => names.split(','));
  return [...declaredNames, ...listedNames.flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? [])];
}
