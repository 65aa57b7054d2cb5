import { expect } from 'chai';
import ts from 'typescript';
import type { SourceProgram } from './program.ts';

const DECLARES = /^(query|command)\.(all|first|run|rows|filtered)$/;

export function describeStatements(source: () => SourceProgram): void {
  describe('a statement', () => {
    it('is called itself, not through a function that only passes its parameters on', () => {
      expect(passingOn(source())).to.deep.equal([]);
    });

    it('is found when a function only passes on', () => {
      const found = (text: string) => {
        const file = ts.createSourceFile('some.ts', text, ts.ScriptTarget.Latest, true);
        return passingOn({ files: [file] });
      };
      const declared = `const find = query.first<Key, Row>('some.find', build);\n`;
      expect(found(`${declared} function one(on, id) { return find(on, { id }); }`)).to.have.length(1);
      expect(
        found(`${declared} async function one(on, { id }) { await find(on, { key: id }); }`),
      ).to.have.length(1);
      expect(found(`${declared} function one(on, key) { return find(on, { ...key }); }`)).to.have.length(1);
      expect(found(`${declared} function one(on, key) { return find(on, key); }`)).to.have.length(1);
      expect(found(`${declared} function one(on, id) { return find(on, { id, at: NOW }); }`)).to.be.empty;
      expect(found(`${declared} function one(on, id) { return find(on, { id: String(id) }); }`)).to.be.empty;
      expect(found(`${declared} async function one(on, id) { return (await find(on, { id }))?.name; }`)).to.be
        .empty;
    });
  });
}

function passingOn({ files }: Pick<SourceProgram, 'files'>): string[] {
  return files.flatMap((file) => {
    const declared = new Set(file.statements.flatMap(declaredBy));
    return file.statements
      .filter(ts.isFunctionDeclaration)
      .filter((one) => passesOn(one, declared))
      .map((one) => `${file.fileName}: ${one.name?.text ?? ''}`);
  });
}

/** The names of the statements that are declared at the top of a file. */
function declaredBy(statement: ts.Statement): string[] {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations
    .filter(
      ({ initializer }) =>
        initializer && ts.isCallExpression(initializer) && DECLARES.test(initializer.expression.getText()),
    )
    .map(({ name }) => name.getText());
}

/** Whether all that a function does is to call a statement with its own parameters, or with what they consist of. */
function passesOn({ parameters, body }: ts.FunctionDeclaration, declared: ReadonlySet<string>): boolean {
  const [only, ...others] = body?.statements ?? [];
  if (!only || others.length > 0) return false;
  if (!ts.isReturnStatement(only) && !ts.isExpressionStatement(only)) return false;
  const call =
    only.expression && ts.isAwaitExpression(only.expression) ? only.expression.expression : only.expression;
  if (!call || !ts.isCallExpression(call) || !declared.has(call.expression.getText())) return false;
  if (parameters.some(({ initializer }) => initializer)) return false;

  const own = new Set(parameters.flatMap(({ name }) => namesOf(name)));
  const isOwn = (value: ts.Expression): boolean =>
    ts.isPropertyAccessExpression(value)
      ? isOwn(value.expression)
      : ts.isIdentifier(value) && own.has(value.text);
  return call.arguments.every((argument) =>
    ts.isObjectLiteralExpression(argument)
      ? argument.properties.every((property) => {
          if (ts.isShorthandPropertyAssignment(property)) return isOwn(property.name);
          if (ts.isPropertyAssignment(property)) return isOwn(property.initializer);
          return ts.isSpreadAssignment(property) && isOwn(property.expression);
        })
      : isOwn(argument),
  );
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) =>
    ts.isBindingElement(one) && !one.initializer ? namesOf(one.name) : [],
  );
}
