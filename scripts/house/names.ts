/** Finds names that say nothing, in paths and exports. */
import ts from 'typescript';

const emptyWords = new Set(
  'util utils helper helpers common misc base manager managers handler handlers processor processors data info impl types lib'.split(
    ' ',
  ),
);

/** Splits a kebab, dotted or camel-case name into lower-case words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the words of a name that could describe any file. */
export function emptyWordsIn(name: string): string[] {
  return wordsOf(name).filter((word) => emptyWords.has(word));
}

/** Returns the names that a TypeScript module exports, except re-exports by star. */
export function exportedNames(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reExported(statement);
    if (!ts.canHaveModifiers(statement)) return [];
    const modifiers = ts.getModifiers(statement) ?? [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    return declared(statement);
  });
}

function reExported({ exportClause }: ts.ExportDeclaration): string[] {
  if (exportClause === undefined) return [];
  if (ts.isNamespaceExport(exportClause)) return [exportClause.name.text];
  return exportClause.elements.map(({ name }) => name.text);
}

function declared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  ) {
    return statement.name === undefined ? [] : [statement.name.text];
  }
  return [];
}
