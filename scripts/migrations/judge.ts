import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonWith } from '../tools/tools.ts';
import type { RecordedMigration } from './record.ts';

/** The oldest that docs/production.md allows. */
const POSTGRES_VERSION = '15';

/** Squawk's rules that make no sense here. */
const EXCLUDED_RULES = [
  // What applies the migrations limits how long they wait for locks.
  'require-lock-timeout',
  // A concurrent index may take its time.
  'require-statement-timeout',
  // Versions, lengths and basis points are small.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  // An index "if not exists" would keep the invalid one that a failed attempt leaves: see findIndexFaults.
  'prefer-robust-stmts',
];

/** A new constraint, which an older program may write against. */
const WRITE_RESTRICTION = 'ban-new-write-restriction';
/** Rules about what an older program may rely on. They hold for a migration without `oldestProgram`. */
const COMPATIBILITY_RULES = [
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-view',
  'ban-drop-type',
  'ban-drop-domain',
  'ban-drop-sequence',
  'ban-drop-schema',
  'ban-drop-function',
  'ban-drop-trigger',
  'ban-drop-constraint',
  'ban-drop-not-null',
  'ban-drop-default',
  'renaming-column',
  'renaming-table',
  'renaming-object',
  'ban-set-schema',
  'ban-replace-view-function',
  'ban-disable-trigger',
  'ban-revoke',
  WRITE_RESTRICTION,
];

interface Finding {
  rule_name: string;
  /** From 0, as the column. */
  line: number;
  column: number;
  message: string;
  help: string | null;
}

/** What is wrong with a migration, as lines that name it; `names` are those of all migrations. */
export async function judge(migration: RecordedMigration, names: readonly string[]): Promise<string[]> {
  const faults = [
    ...findOldestProgramFaults(migration, names),
    ...findHiddenStatements(migration),
    ...(migration.inTransaction ? [] : findIndexFaults(migration)),
    ...(await askSquawk(migration)),
  ];
  return faults.map((fault) => `${migration.name}: ${fault}`);
}

function findOldestProgramFaults(
  { name, oldestProgram }: RecordedMigration,
  names: readonly string[],
): string[] {
  if (oldestProgram === undefined) return [];
  if (!names.includes(oldestProgram)) return [`oldestProgram: there is no migration ${oldestProgram}`];
  // A program that knows this migration is not an older one.
  return oldestProgram < name ? [] : [`oldestProgram: ${oldestProgram} is not older than this migration`];
}

/** What squawk would not see. */
function findHiddenStatements({ statements }: RecordedMigration): string[] {
  const text = statements.join(';\n');
  return [
    ...(/(^|;)\s*do\b/i.test(withoutComments(text)) ? ['do: what is in the block cannot be checked'] : []),
    ...(/squawk-(ignore|disable)/.test(text)
      ? ['squawk-ignore: exceptions are for scripts/migrations/judge.ts']
      : []),
  ];
}

/**
 * Without a transaction, what was done before a failure stays, and the migration is run again: so it only creates and drops
 * indexes, and each is dropped first, because a failed attempt leaves an invalid one.
 */
function findIndexFaults({ statements }: RecordedMigration): string[] {
  const dropped = new Set<string>();
  const faults: string[] = [];
  for (const statement of statements) {
    const text = withoutComments(statement).replaceAll(/\s+/g, ' ').trim().toLowerCase();
    const [, dropping] = /^drop index concurrently if exists ([\w".]+) ?;?$/.exec(text) ?? [];
    const [, creating] = /^create (?:unique )?index concurrently ([\w".]+) on [^;]+;?$/.exec(text) ?? [];
    if (dropping !== undefined) dropped.add(dropping);
    else if (creating === undefined) {
      faults.push(
        `transaction: "${text}" is neither "drop index concurrently if exists …" nor "create index concurrently …"`,
      );
    } else if (!dropped.has(creating)) {
      faults.push(
        `transaction: "drop index concurrently if exists ${creating}" must come before it is created`,
      );
    }
  }
  return faults;
}

/** One call for a migration, since what is excluded depends on it. */
async function askSquawk({
  name,
  inTransaction,
  oldestProgram,
  statements,
}: RecordedMigration): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'squawk-'));
  try {
    const file = join(folder, name.replace(/\.ts$/, '.sql'));
    const body = statements.map((statement) => `${statement.trimEnd().replace(/;$/, '')}\n;\n`).join('');
    await writeFile(file, `-- src/db/migrations/${name}\n${body}`);
    const excluded = [...EXCLUDED_RULES, ...(oldestProgram === undefined ? [] : COMPATIBILITY_RULES)];
    const output = await runSquawk([
      ...['--pg-version', POSTGRES_VERSION, '--reporter', 'json'],
      ...['--include', COMPATIBILITY_RULES.join(), '--exclude', excluded.join()],
      inTransaction ? '--assume-in-transaction' : '--no-assume-in-transaction',
      file,
    ]);
    const lines = (await readFile(file, 'utf8')).split('\n');
    return (JSON.parse(output) as Finding[])
      .map((finding) => ({ ...finding, text: lines[finding.line]?.slice(finding.column) ?? '' }))
      .filter(({ rule_name, text }) => !(rule_name === WRITE_RESTRICTION && isOfNewColumn(text)))
      .map(({ rule_name, message, help, text }) => `${rule_name}: ${text}\n  ${message} ${help ?? ''}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether it is part of `add column`: an older program does not write that column. */
function isOfNewColumn(text: string): boolean {
  return /^(not null|check|unique|references|constraint)\b/i.test(text);
}

/** Its JSON. It exits with 1 if it found something, and prints nothing there if it could not work. */
async function runSquawk(args: string[]): Promise<string> {
  const squawk = join(dirname(await pythonWith('squawk')), 'squawk');
  try {
    return (await promisify(execFile)(squawk, args)).stdout;
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: string };
    if (code === 1 && stdout) return stdout;
    throw error;
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*|\/\*.*?\*\//gs, ' ');
}
