import ts from 'typescript';
import { SOURCE, type SourceProgram } from './program.ts';

const COMPOSITION = `${SOURCE}composition/`;
const ROOT = `${COMPOSITION}handlers.ts`;

/** What can be reached from a place in the program. */
export interface Reached {
  /** The codes of the errors that are made there. */
  codes: Set<string>;
  /** The tables that statements there write, so that their constraints can be violated. */
  written: Set<string>;
}

/** What one piece of the program has of its own, and what it names. */
interface Place {
  codes: string[];
  written: string[];
  named: ts.Node[];
}

export interface Program {
  /** From these functions, each named in a file below `src/`; handlers are left out. */
  fromFunctions(names: readonly (readonly [file: string, name: string])[]): Reached;
  /** From each handler, by operationId: the members of the objects that are spread into `handlers` of the composition. */
  fromHandlers(): Map<string, Reached>;
  /** The files, below `src/`, of what was reached that make an error whose code is not known there. */
  unknown(): string[];
}

/**
 * Follows each name in an expression to what it names: functions, methods,
 * and for a member of an interface all that implement it. It is an over-approximation: what is named counts as called,
 * whatever the arguments, and an error counts as thrown although somebody catches it. A code that is passed as an argument
 * counts where it is passed.
 */
export function readProgram({ program, checker, files }: SourceProgram): Program {
  const members = membersByName(files);
  const unknown = new Set<string>();
  const implementations = new Map<ts.Node, ts.Node[]>();
  const [handlers, ...others] = variablesOf(program.getSourceFile(ROOT)!, 'handlers');
  if (!handlers || !ts.isObjectLiteralExpression(handlers) || others.length > 0)
    throw new Error('the composition has not exactly one object of handlers');

  /** Each place is read once, however often it is reached. */
  const places = new Map<ts.Node, Place>();

  function reach(roots: readonly ts.Node[]): Reached {
    const reached: Reached = { codes: new Set(), written: new Set() };
    const seen = new Set(roots);
    for (const node of seen) {
      const place = places.get(node) ?? read(node);
      places.set(node, place);
      for (const code of place.codes) reached.codes.add(code);
      for (const table of place.written) reached.written.add(table);
      for (const next of place.named) seen.add(next);
    }
    return reached;
  }

  function read(root: ts.Node): Place {
    const place: Place = { codes: [], written: [], named: [] };
    visit(root);
    return place;

    function visit(node: ts.Node): void {
      if (ts.isTypeNode(node)) return;
      // Each handler is read by itself.
      if (ts.isCallExpression(node) && node.expression.getText() === 'createHandlers') return;
      if (isErrorMade(node)) {
        place.codes.push(...codesOf(node.arguments?.[0]));
        if (isUnknown(node.arguments?.[0])) unknown.add(node.getSourceFile().fileName.slice(SOURCE.length));
      }
      if (ts.isCallExpression(node)) {
        place.codes.push(...node.arguments.flatMap(codesPassed));
        place.written.push(...tablesOf(node));
      }
      if (ts.isNewExpression(node)) place.named.push(...constructorsOf(node));
      if (ts.isPropertyAccessExpression(node)) {
        const found = definitionsOf(checker.getSymbolAtLocation(node.name));
        place.named.push(...found);
        // An object matters through its members only, but for what was passed to make it.
        if (found.length === 0 || !ts.isIdentifier(node.expression)) visit(node.expression);
        else argumentsThatMade(node.expression).forEach(visitArgument);
      } else if (ts.isShorthandPropertyAssignment(node)) {
        place.named.push(...definitionsOf(checker.getShorthandAssignmentValueSymbol(node)));
      } else if (ts.isIdentifier(node)) {
        if (isUse(node)) place.named.push(...definitionsOf(checker.getSymbolAtLocation(node)));
      } else {
        ts.forEachChild(node, visit);
      }
    }

    function visitArgument(argument: ts.Expression): void {
      place.codes.push(...codesPassed(argument));
      visit(argument);
    }
  }

  /** The definitions in the program of what a name in it stands for. */
  function definitionsOf(symbol: ts.Symbol | undefined): ts.Node[] {
    if (!symbol) return [];
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations ?? [])
      .filter((one) => one.getSourceFile().fileName.startsWith(SOURCE))
      .flatMap((one) =>
        ts.isPropertySignature(one) || ts.isMethodSignature(one) ? implementationsOf(one) : bodiesOf(one),
      );
  }

  function bodiesOf(one: ts.Node): ts.Node[] {
    if (ts.isShorthandPropertyAssignment(one))
      return definitionsOf(checker.getShorthandAssignmentValueSymbol(one));
    if (ts.isBindingElement(one) && isCallable(one)) {
      const name = (one.propertyName ?? one.name).getText();
      return definitionsOf(checker.getTypeAtLocation(one.parent).getProperty(name));
    }
    if (ts.isFunctionLike(one)) return 'body' in one && one.body ? [one.body] : [];
    const isGiven =
      ts.isPropertyAssignment(one) || ts.isPropertyDeclaration(one) || ts.isVariableDeclaration(one);
    return isGiven && one.initializer ? [one.initializer] : [];
  }

  /** What objects and classes have for a member of an interface. */
  function implementationsOf(signature: ts.PropertySignature | ts.MethodSignature): ts.Node[] {
    const known = implementations.get(signature);
    if (known) return known;
    const name = signature.name.getText();
    if (!isCallable(signature)) return [];
    const found = (members.get(name) ?? [])
      .filter(({ of }) =>
        typesOf(of).some((type) => type.getProperty(name)?.declarations?.includes(signature) === true),
      )
      .flatMap(({ node }) => bodiesOf(node));
    implementations.set(signature, found);
    return found;
  }

  function isCallable(node: ts.Node): boolean {
    return checker.getNonNullableType(checker.getTypeAtLocation(node)).getCallSignatures().length > 0;
  }

  /** What an object is wanted as, or a class says that it is. */
  function typesOf(of: Member['of']): ts.Type[] {
    if (ts.isClassDeclaration(of)) {
      const clauses = of.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
      return clauses.map((one) => checker.getTypeAtLocation(one));
    }
    const type = checker.getContextualType(of);
    return type?.isUnion() ? type.types : type ? [type] : [];
  }

  function argumentsThatMade(name: ts.Identifier): ts.Expression[] {
    const [declaration] = checker.getSymbolAtLocation(name)?.declarations ?? [];
    const made = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return made && ts.isCallExpression(made) ? [...made.arguments] : [];
  }

  /** `new DomainError(…)`, or `super(…)` of a class that extends it. */
  function isErrorMade(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
    if (ts.isNewExpression(node)) return node.expression.getText() === 'DomainError';
    return (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.SuperKeyword &&
      isErrorCode(node.arguments[0])
    );
  }

  /** Any code that is not passed on from a parameter, where it counts where it is passed. */
  function isUnknown(argument: ts.Expression | undefined): boolean {
    if (!argument || !isAnyCode(checker.getTypeAtLocation(argument))) return false;
    const [declaration] = checker.getSymbolAtLocation(argument)?.declarations ?? [];
    return !declaration || !ts.isParameter(declaration);
  }

  /** A code is passed on where its parameter takes any. */
  function codesPassed(argument: ts.Expression): string[] {
    const wanted = checker.getContextualType(argument);
    return wanted && isAnyCode(wanted) ? codesOf(argument) : [];
  }

  function isErrorCode(argument: ts.Expression | undefined): boolean {
    const wanted = argument && checker.getContextualType(argument);
    return wanted !== undefined && isAnyCode(wanted);
  }

  function isAnyCode(type: ts.Type): boolean {
    const parts = type.isUnion() ? type.types : [type];
    return parts.some((one) => one.isStringLiteral() && one.value === 'api_key_ended') && parts.length > 50;
  }

  function codesOf(argument: ts.Expression | undefined): string[] {
    if (!argument) return [];
    const type = checker.getTypeAtLocation(argument);
    if (isAnyCode(type)) return [];
    const parts = type.isUnion() ? type.types : [type];
    return parts.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  }

  function constructorsOf(node: ts.NewExpression): ts.Node[] {
    const symbol = checker.getSymbolAtLocation(node.expression);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (target?.declarations ?? [])
      .filter(
        (one): one is ts.ClassDeclaration =>
          ts.isClassDeclaration(one) && one.getSourceFile().fileName.startsWith(SOURCE),
      )
      .flatMap(({ members }) =>
        members.filter((one) => ts.isConstructorDeclaration(one)).flatMap(({ body }) => body ?? []),
      );
  }

  return {
    fromFunctions(names) {
      const roots = names.flatMap(([file, name]) => {
        const source = program.getSourceFile(`${SOURCE}${file}`);
        const found = source ? variablesOf(source, name) : [];
        if (found.length !== 1) throw new Error(`${file} has not exactly one function ${name}`);
        return found;
      });
      return reach(roots);
    },

    fromHandlers() {
      const reached = new Map<string, Reached>();
      for (const { expression: made } of handlers.properties.filter((one) => ts.isSpreadAssignment(one))) {
        for (const [operationId, member] of membersOf(made)) reached.set(operationId, reach([member]));
      }
      return reached;
    },

    unknown: () => [...unknown].sort(),
  };

  /** The members of the object that a function returns. */
  function membersOf(call: ts.Expression): [string, ts.Node][] {
    if (!ts.isCallExpression(call)) throw new Error(`${call.getText()} is no call`);
    const declaration = checker.getResolvedSignature(call)?.declaration as ts.FunctionDeclaration;
    const returned = declaration.body!.statements.find((one) => ts.isReturnStatement(one))?.expression;
    if (!returned || !ts.isObjectLiteralExpression(returned))
      throw new Error(`${call.getText()} returns no object`);
    return returned.properties.map((one) => [one.name!.getText(), one]);
  }
}

/** `command.first('webhook_endpoints.insert', …)` writes a table; its name begins with it. */
function tablesOf(call: ts.CallExpression): string[] {
  const [name] = call.arguments;
  if (!/^command\./.test(call.expression.getText())) return [];
  return name && ts.isStringLiteral(name) ? [name.text.split('.')[0]!] : [];
}

/** The name of a declaration or a member stands for nothing else. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.name !== node;
  if (ts.isParameter(parent) || ts.isVariableDeclaration(parent)) return parent.name !== node;
  return !(ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isFunctionLike(parent));
}

/** What functions and variables of this name are, wherever they are declared in a file. */
function variablesOf(file: ts.SourceFile, name: string): ts.Node[] {
  const found: ts.Node[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name?.text === name && node.body) found.push(node.body);
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer)
      found.push(node.initializer);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

interface Member {
  node: ts.ClassElement | ts.ObjectLiteralElementLike;
  of: ts.ObjectLiteralExpression | ts.ClassDeclaration;
}

/**
 * The members, by name, of classes and of objects that the program is built from: those that a function of a module returns,
 * and those that the composition passes on. Other objects are read where they are made.
 */
function membersByName(files: readonly ts.SourceFile[]): Map<string, Member[]> {
  const found = new Map<string, Member[]>();
  const look = (of: ts.Node): void => {
    if (ts.isClassDeclaration(of) || (ts.isObjectLiteralExpression(of) && isPart(of))) {
      for (const node of ts.isClassDeclaration(of) ? of.members : of.properties) {
        const name = node.name?.getText();
        if (name !== undefined) found.set(name, [...(found.get(name) ?? []), { node, of }]);
      }
    }
    ts.forEachChild(of, look);
  };
  files.forEach(look);
  return found;
}

function isPart(object: ts.ObjectLiteralExpression): boolean {
  if (object.getSourceFile().fileName.startsWith(COMPOSITION)) return true;
  const within = ts.findAncestor(object, ts.isFunctionLike);
  return !within || (ts.isFunctionDeclaration(within) && ts.isReturnStatement(object.parent));
}
