import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Folders that are modules of their own inside another. */
const INNER = /^(methods\/providers\/[\w-]+|commands\/frame|db\/(backup|embedded|migrations))\//;
/** Each rail is a folder here, and one file lists them. */
const RAILS = 'methods/providers/';
const RAIL_LIST = 'rails/list.ts';
/** Folders beside them that several rails are built on. */
const SHARED_BY_RAILS = ['orders', 'http-rail'];
/** A collection of small tools, each file of which is its own front door. */
const TOOLS = 'lib';

describe('the architecture', () => {
  const graph = readImports();

  it('enters each module by its front door', () => {
    const strays = [...graph].flatMap(([file, imports]) =>
      imports
        .filter((target) => moduleOf(target) !== moduleOf(file) && !isDoor(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(strays).to.deep.equal([]);
  });

  it('has no cycle between modules', () => {
    const modules = new Map<string, string[]>();
    for (const [file, imports] of graph) {
      const own = moduleOf(file);
      const others = imports.map(moduleOf).filter((module) => module !== own);
      modules.set(own, [...(modules.get(own) ?? []), ...others]);
    }
    expect(findCycle(modules)?.join(' ')).to.equal(undefined);
  });

  it('has no cycle between folders', () => {
    const folders = new Map<string, string[]>();
    for (const [file, imports] of graph) {
      // A door leads into its own subfolders, which use what lies beside it.
      if (basename(file) === 'index.ts') continue;
      const others = imports.filter((target) => dirname(target) !== dirname(file)).map(placeOf);
      folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), ...others]);
    }
    expect(findCycle(folders)?.join(' ')).to.equal(undefined);
  });

  it('has no import cycle, nor have the scripts', () => {
    expect(findCycle(graph)?.join(' ')).to.equal(undefined);
    const scripts = readImports(join(ROOT, 'scripts'));
    expect(scripts.size).to.be.above(100);
    expect(findCycle(scripts)?.join(' ')).to.equal(undefined);
  });

  it('lets only the handlers, views and redaction of a domain know the contract', () => {
    const strays = [...graph].flatMap(([file, imports]) =>
      imports
        .filter((target) => target.startsWith('contract/') && isDomain(file) && !CONTRACT_FILES.test(file))
        .map((target) => `${file} → ${target}`),
    );
    expect(strays).to.deep.equal([]);
  });

  it('keeps SQL in repositories', () => {
    const strays = [...graph]
      .filter(([file, imports]) => imports.includes('db/index.ts') && !SQL_FILES.test(file) && usesSql(file))
      .map(([file]) => file);
    expect(strays).to.deep.equal([]);
  });

  it('lets money out of a balance by one door, which asks for its leave (D44)', () => {
    const importersOf = (name: string): string[] =>
      [...graph.keys()]
        .filter((file) =>
          new RegExp(`^import [^;]*\\b${name}\\b`, 'm').test(readFileSync(join(SRC, file), 'utf8')),
        )
        .sort();
    // Stores what is only quoted, what has its leave, what a payer has sent to be converted, and what is no account's.
    expect(importersOf('insertTransfer')).to.deep.equal([
      'deposits/conversion.ts',
      'deposits/refund-quotes.ts',
      'liquidity/rebalancings.ts',
      'transfers/conversions.ts',
      'transfers/holding.ts',
    ]);
    // Sets aside what was bought for a refund that has its leave.
    expect(importersOf('setAside')).to.deep.equal(['deposits/refund-quotes.ts']);
    expect(importersOf('markHeld')).to.deep.equal(['deposits/refund-quotes.ts', 'transfers/conversions.ts']);
  });

  it('lets nobody see a price that was not compared with a second source (D28)', () => {
    const asking = [...graph.keys()].filter((file) =>
      /\block(Live)?Quote\(/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(asking.filter((file) => !file.startsWith('methods/providers/')).sort()).to.deep.equal([
      'fx/price.ts',
      // Functions of the same name, which call that one.
      'payment-links/offer.ts',
      'payment-links/quote-lock.ts',
      'transfers/conversions.ts',
    ]);
    for (const file of ['payment-links/quote-lock.ts', 'transfers/conversions.ts'])
      expect(readFileSync(join(SRC, file), 'utf8')).to.include('await lockPlausibleQuote(');
  });

  it('learns of each rail by its one declaration, in the list of them, and in no other way', () => {
    expect(strangersWith(graph)).to.deep.equal([]);
    const rails = readdirSync(join(SRC, RAILS), { withFileTypes: true }).filter(
      (one) => one.isDirectory() && !SHARED_BY_RAILS.includes(one.name),
    );
    expect(graph.get(RAIL_LIST)).to.include.members(rails.map(({ name }) => `${RAILS}${name}/index.ts`));
    for (const { name } of rails)
      expect(readFileSync(join(SRC, RAILS, name, 'index.ts'), 'utf8')).to.match(
        /^export \{ \w+Rail \} from '\.\/rail\.ts';\n$/,
      );
  });

  it('lets the bundled Postgres import nothing from the service but lib', () => {
    const strays = [...graph].flatMap(([file, imports]) =>
      imports
        .filter((target) => file.startsWith('db/embedded/') && !/^(lib|db\/embedded)\//.test(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(strays).to.deep.equal([]);
  });

  it('detects a stray import and a cycle', () => {
    expect(isDoor('ledger/b.ts')).to.equal(false);
    expect([isDoor('ledger/index.ts'), isDoor('lib/money.ts')]).to.deep.equal([true, true]);
    const bad = new Map([
      ['lib/a.ts', ['ledger/b.ts']],
      ['ledger/b.ts', ['lib/a.ts']],
    ]);
    expect(findCycle(bad)).to.deep.equal(['lib/a.ts', 'ledger/b.ts', 'lib/a.ts']);
    const rail = ['methods/providers/newest/index.ts'];
    expect(strangersWith(new Map([['panel/pages.ts', rail]]))).to.deep.equal([`panel/pages.ts → ${rail[0]}`]);
    expect(strangersWith(new Map([[RAIL_LIST, rail]]))).to.deep.equal([]);
  });
});

describe('docs/internal/architecture.md', () => {
  const page = readFileSync(join(ROOT, 'docs/internal/architecture.md'), 'utf8');
  /** Paragraphs, list items and table rows, each with the files that it names. */
  const parts = page.split(/\n(?=\n|\d+\. |\| )/).map((text) => ({ text, files: filesIn(text) }));

  it('lists every module, and no other', () => {
    const listed = [...page.matchAll(/^\| ((`[^`]+`(, )?)+) +\|/gm)]
      .flatMap(([, cell = '']) => cell.split(', '))
      .map((name) => name.replaceAll('`', '').replace(/\/$/, ''));
    const modules = [...readImports().keys()].map((file) =>
      file.startsWith(`${TOOLS}/`) ? TOOLS : moduleOf(file),
    );
    expect(listed.sort()).to.deep.equal([...new Set(modules)].sort());
  });

  it('names files that exist', () => {
    const missing = parts.flatMap(({ files }) => files.filter((file) => locate(file) === undefined));
    expect(missing).to.deep.equal([]);
  });

  it('names functions of the files beside which it names them', () => {
    const named = parts.flatMap(({ text, files }) =>
      [...text.matchAll(/`(\w+)\(\)`/g)].map(([, name = '']) => ({ name, files })),
    );
    expect(named.length).to.be.greaterThan(20);
    const strays = named.filter(({ name, files }) => !files.some((file) => declares(file, name)));
    expect(strays).to.deep.equal([]);
  });

  it('detects a function that a file does not declare', () => {
    expect(declares('ledger/post.ts', 'postEntry')).to.equal(true);
    expect(declares('ledger/movement.ts', 'postEntry')).to.equal(false);
  });
});

/** Backquoted paths with an extension, such as `ledger/post.ts`. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)].map(([, file = '']) => file);
}

/** A path of the page is below src/, or below the repository. */
function locate(file: string): string | undefined {
  return [join(SRC, file), join(ROOT, file)].find((path) => existsSync(path));
}

/** As a function, a constant or a method. */
function declares(file: string, name: string): boolean {
  const declaration = new RegExp(
    `(function\\*?|const|class) ${name}\\b|^ +(async )?${name}(\\(.*\\{$|:)`,
    'm',
  );
  const path = locate(file);
  return path !== undefined && declaration.test(readFileSync(path, 'utf8'));
}

/** Where a domain meets the contract: requests, responses, and what the call log may keep of both. */
const CONTRACT_FILES = /\/(handlers|view)\.ts$|^request-logs\/redaction\.ts$/;

/** Where SQL is allowed: repositories, and the few files that amount to one. */
const SQL_FILES =
  /(^db\/|[/-]repository\.ts$|^methods\/catalogue\.ts$|^credentials\/quota\.ts$|^audit\/|^composition\/demo\.ts$)/;

/** What is neither a face of the service nor beneath its domains. */
function isDomain(file: string): boolean {
  return !/^(lib|db|contract|http|pages|audit|checkout|panel|reference|system|provider-notices|mcp|process|commands|composition)\/|^[^/]*$/.test(
    file,
  );
}

/** Whoever imports a rail from elsewhere than the list of rails. */
function strangersWith(graph: Map<string, string[]>): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports
      .filter((target) => {
        const [, folder] = /^methods\/providers\/([\w-]+)\//.exec(target) ?? [];
        return folder !== undefined && !SHARED_BY_RAILS.includes(folder);
      })
      .filter((target) => moduleOf(target) !== moduleOf(file) && file !== RAIL_LIST)
      .map((target) => `${file} → ${target}`),
  );
}

/** `lib/money.ts` is one itself, and so is a file at the top of the tree. */
function moduleOf(file: string): string {
  const inner = INNER.exec(file)?.[1];
  if (inner !== undefined) return inner;
  const [folder, ...rest] = file.split('/');
  return folder === undefined || folder === TOOLS || rest.length === 0 ? file : folder;
}

/** The folder of a file; a door stands for itself. */
function placeOf(file: string): string {
  return basename(file) === 'index.ts' ? file : dirname(file);
}

function isDoor(file: string): boolean {
  return moduleOf(file) === file || file === join(moduleOf(file), 'index.ts');
}

function usesSql(file: string): boolean {
  return /^import \{[^}]*\b(sql|statement)\b/m.test(readFileSync(join(SRC, file), 'utf8'));
}

function readImports(root = SRC): Map<string, string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
      const own = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
      return [file, own.map((name) => relative(root, join(root, dirname(file), name)))];
    }),
  );
}

function findCycle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of graph.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}
