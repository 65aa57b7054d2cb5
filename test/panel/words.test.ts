import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { WORDS } from '../../src/panel/frame/words.ts';

const PANEL = fileURLToPath(new URL('../../src/panel/', import.meta.url));
const GLOSSARY = 'frame/words.ts';

/** A page has its own name, and maps by type, kind, object or step have all their texts in one place. */
const OWN = /(^|\.)(title$|(types|kinds|objects|steps)\.)/;

describe('the words of the panel', () => {
  it('are declared once', () => {
    const words = new Map(
      Object.entries(WORDS.en).map(([name, word]) => [
        `${word} / ${WORDS.es[name as keyof typeof WORDS.es]}`,
        name,
      ]),
    );
    const repeated = readdirSync(PANEL, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && file !== GLOSSARY)
      .map((file) => ({ file, code: readFileSync(PANEL + file, 'utf8') }))
      .filter(({ code }) => /^const en = /m.test(code))
      .flatMap(({ file, code }) =>
        textsIn(code)
          .filter(({ path, text }) => words.has(text) && !OWN.test(path))
          .map(({ path, text }) => `${file}: ${path} is WORDS.${words.get(text)}`),
      );
    expect(repeated).to.deep.equal([]);
  });
});

/** The texts that a file declares itself, each in both languages. */
function textsIn(code: string): { path: string; text: string }[] {
  const source = ts.createSourceFile('texts.ts', code, ts.ScriptTarget.Latest);
  const declared = new Map<string, Map<string, string>>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer) declared.set(name.text, literalsOf(initializer));
    }
  }
  const [en, es] = [declared.get('en'), declared.get('es')];
  return [...(en ?? [])].map(([path, text]) => ({ path, text: `${text} / ${es?.get(path)}` }));
}

/** The literal texts of an object, by their paths. */
function literalsOf(node: ts.Expression, path: readonly string[] = []): Map<string, string> {
  if (ts.isSatisfiesExpression(node)) return literalsOf(node.expression, path);
  if (ts.isStringLiteralLike(node)) return new Map([[path.join('.'), node.text]]);
  if (!ts.isObjectLiteralExpression(node)) return new Map();
  return new Map(
    node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) &&
      (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))
        ? [...literalsOf(property.initializer, [...path, property.name.text])]
        : [],
    ),
  );
}
