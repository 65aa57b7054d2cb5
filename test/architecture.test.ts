import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** From bottom to top: a file imports from its own layer and those below, never from above. */
const LAYERS: RegExp[][] = [
  [/^lib\//, /^contract\//],
  [/^db\//],
  [/^(events|outbox|audit-log)\//],
  [/^(ledger|methods|credentials|operators|idempotency|accounts|rate-limits|deployment|screening)\//],
  [/^contract\/handler\.ts$/],
  [
    /^(clock|faults|payment-links|deposits|transfers|treasury|qr-codes|webhooks|request-logs|people)\//,
    /\/(handlers|view)\.ts$/,
  ],
  [/^http\//],
  [/^pages\//],
  [/^(audit|checkout|panel|reference|system|provider-notices|mcp)\//],
  [/^(app|foundation|housekeeping)\.ts$/],
  [/^(main|cli|demo)\.ts$/, /^(process|commands)\//],
];
/** Files at the top of the tree that belong to the bottom layer. */
const GROUND_FILES = new Set(['config.ts']);

describe('the architecture', () => {
  const graph = readImports();

  it('places every file in a layer', () => {
    expect([...graph.keys()].filter((file) => layerOf(file) === -1)).to.deep.equal([]);
  });

  it('has imports in one direction only', () => {
    const upward = [...graph].flatMap(([file, imports]) =>
      imports.filter((target) => layerOf(target) > layerOf(file)).map((target) => `${file} → ${target}`),
    );
    expect(upward).to.deep.equal([]);
  });

  it('has no import cycle', () => {
    expect(findCycle(graph)).to.equal(undefined);
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
      .filter(([file, imports]) => imports.includes('db/statement.ts') && !SQL_FILES.test(file))
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
    // Stores what is only quoted, what has its leave, and what a payer has sent to be converted.
    expect(importersOf('insertTransfer')).to.deep.equal([
      'deposits/transfers/conversion.ts',
      'deposits/transfers/refund-quotes.ts',
      'transfers/conversions.ts',
      'transfers/holding.ts',
    ]);
    // Sets aside what was bought for a refund that has its leave.
    expect(importersOf('setAside')).to.deep.equal(['deposits/transfers/refund-quotes.ts']);
    expect(importersOf('markHeld')).to.deep.equal([
      'deposits/transfers/refund-quotes.ts',
      'transfers/conversions.ts',
    ]);
  });

  it('lets the bundled Postgres import nothing from the service but lib', () => {
    const strays = [...graph].flatMap(([file, imports]) =>
      imports
        .filter((target) => file.startsWith('db/embedded/') && !/^(lib|db\/embedded)\//.test(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(strays).to.deep.equal([]);
  });

  it('detects an upward import and a cycle', () => {
    const bad = new Map([
      ['lib/a.ts', ['ledger/b.ts']],
      ['ledger/b.ts', ['lib/a.ts']],
    ]);
    expect(layerOf('ledger/b.ts')).to.be.greaterThan(layerOf('lib/a.ts'));
    expect(findCycle(bad)).to.deep.equal(['lib/a.ts', 'ledger/b.ts', 'lib/a.ts']);
  });
});

/** Where a domain meets the contract: requests, responses, and what the call log may keep of both. */
const CONTRACT_FILES = /\/(handlers|view)\.ts$|^request-logs\/redaction\.ts$/;

/** Where SQL is allowed: repositories, and the few files that amount to one. */
const SQL_FILES =
  /(^db\/|\/(repository|records)\.ts$|^methods\/catalogue\.ts$|^credentials\/quota\.ts$|^audit\/|^demo\.ts$)/;

function isDomain(file: string): boolean {
  return layerOf(file) >= 2 && layerOf(file) <= 5 && !file.startsWith('contract/');
}

function layerOf(file: string): number {
  if (GROUND_FILES.has(file)) return 0;
  // The last match counts: a view in the ledger's folder belongs to the edge, not to the ledger.
  return LAYERS.findLastIndex((patterns) => patterns.some((pattern) => pattern.test(file)));
}

function readImports(): Map<string, string[]> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(SRC, file), 'utf8'), true, true);
      const own = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
      return [file, own.map((name) => relative(SRC, join(SRC, dirname(file), name)))];
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
