// The messages that the service logs, read from its source: docs/reference/logs.md lists them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
/** Pages that say what to do; the first that quotes a message is linked. */
const ADVICE = ['runbooks.md', 'cells.md', ...readdirSync(`${DOCS}rails`).map((name) => `rails/${name}`)];
/** A quoted message may be its beginning only, but not a single word. */
const SHORTEST_QUOTE = 12;

interface LogMessage {
  level: (typeof LEVELS)[number];
  /** As logged, with `<name>` for a value. */
  message: string;
  fields: string[];
}

/** The table of all messages, by level and in alphabetical order. */
export function logsTable(): string {
  const advice = readAdvice();
  const rows = listMessages().map(({ level, message, fields }) => {
    const link = advice.find(({ quote }) => quote.test(message))?.link ?? '';
    return `| ${level} | ${code(message)} | ${fields.map((name) => `\`${name}\``).join(', ')} | ${link} |`;
  });
  return ['| level | message | fields | what to do |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function listMessages(): LogMessage[] {
  const program = readProgram();
  const checker = program.getTypeChecker();
  const found = new Map<string, LogMessage>();
  const visit = (node: ts.Node): void => {
    const level = ts.isCallExpression(node) ? levelOf(node) : undefined;
    if (level !== undefined) {
      const [text, facts] = (node as ts.CallExpression).arguments;
      const message = messageIn(text!);
      const fields = facts === undefined ? [] : fieldsOf(checker, facts);
      const before = found.get(level + message)?.fields ?? [];
      found.set(level + message, { level, message, fields: [...new Set([...before, ...fields])] });
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(SOURCE)) visit(file);
  return [...found.values()].sort(
    (one, other) =>
      LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) || (one.message < other.message ? -1 : 1),
  );
}

function readProgram(): ts.Program {
  const configFile = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
  const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, SOURCE);
  const files = ts.sys.readDirectory(SOURCE, ['.ts', '.tsx']);
  return ts.createProgram(
    files.filter((name) => /[lL]ogger/.test(readFileSync(name, 'utf8'))),
    options,
  );
}

/** Loggers are known by their name, in whichever object they are. */
function levelOf({ expression }: ts.CallExpression): LogMessage['level'] | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const { expression: logger, name } = expression;
  return /\blogger$/.test(logger.getText()) ? LEVELS.find((level) => level === name.text) : undefined;
}

/** Throws for a message that is no literal: an operator could not search for it. */
function messageIn(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) throw new Error(`a log message is no literal: ${node.getText()}`);
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const name = expression.getText().replace(/\.name$/, '');
    return `<${name.slice(name.lastIndexOf('.') + 1)}>${literal.text}`;
  });
  return node.head.text + parts.join('');
}

function fieldsOf(checker: ts.TypeChecker, node: ts.Expression): string[] {
  const type = checker.getTypeAtLocation(node);
  const all = type.isUnion() ? type.types : [type];
  return [...new Set(all.flatMap((one) => one.getProperties().map(({ name }) => name)))];
}

/** Messages that the pages quote in backquotes, each with a link to the section that does. */
function readAdvice(): { quote: RegExp; link: string }[] {
  return ADVICE.flatMap((page) =>
    readFileSync(DOCS + page, 'utf8')
      .split(/^(?=##+ )/m)
      .slice(1)
      .flatMap((section) => {
        const title = /^#+ (.*)/.exec(section)![1]!;
        const link = `[${title}](../${page}#${anchorOf(title)})`;
        return [...section.matchAll(/`([^`\n]+)`/g)]
          .filter(([, quoted]) => quoted!.length >= SHORTEST_QUOTE)
          .map(([, quoted]) => ({ quote: beginningWith(quoted!), link }));
      }),
  );
}

/** Matches messages with this main clause, or all of this text. A rail's name in the quote stands for any rail's. */
function beginningWith(quoted: string): RegExp {
  const text = quoted
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/^(Bitso|Bridge|Mono) /, '($1|<[^>]+>) ');
  return new RegExp(`^${text}($|[;:]| and )`);
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** In a table, also with backquotes inside. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
