import type { Database } from '../db/index.ts';
import { formatExact, money, type Money } from '../lib/money.ts';
import type { Provider, StatementLine } from '../methods/index.ts';
import { listRecordedMoves, type RecordedMove } from './repository.ts';

/**
 * The allowed difference between the two sides' times of one movement, because a response can arrive long after the
 * provider acted.
 */
const LEEWAY_MS = 24 * 3600 * 1000;
const PAGE_TIMEOUT_MS = 30_000;

/**
 * `missing_here`: only the provider knows of it. `missing_there`: only we do, or the provider's line for it is already
 * paired with another of our records.
 */
type Problem = 'missing_here' | 'missing_there' | 'amounts_differ';

export interface Difference {
  problem: Problem;
  kind: StatementLine['kind'];
  provider_reference: string;
  account_id: string | null;
  record_id: string | null;
  /** Signed amount with its asset, as recorded here, and the proceeds of a conversion. */
  ours: string | null;
  theirs: string | null;
}

export interface ProviderReconciliation {
  provider: string;
  ok: boolean;
  matched: number;
  differences: Difference[];
}

export interface Reconciliation {
  ok: boolean;
  from: string;
  to: string;
  providers: ProviderReconciliation[];
}

interface Period {
  from: Date;
  to: Date;
}

/** Compares the statement of each provider with our records of it (D10). Throws when a statement cannot be read. */
export async function reconcile(
  db: Database,
  providers: readonly Provider[],
  period: Period,
): Promise<Reconciliation> {
  const reconciled: ProviderReconciliation[] = [];
  for (const provider of providers) reconciled.push(await reconcileWith(db, provider, period));
  return {
    ok: reconciled.every(({ ok }) => ok),
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    providers: reconciled,
  };
}

/**
 * A movement of either side within the period is searched on the other side up to a day before and after it, so that
 * differing clocks do not matter.
 */
async function reconcileWith(
  db: Database,
  provider: Provider,
  { from, to }: Period,
): Promise<ProviderReconciliation> {
  const wide = { from: new Date(from.getTime() - LEEWAY_MS), to: new Date(to.getTime() + LEEWAY_MS) };
  const lines = await readStatement(provider, wide);
  const moves = await db.snapshot((on) => listRecordedMoves(on, { provider: provider.name, ...wide }));
  const pairs = pairUp(lines, moves);
  const paired = new Set(pairs.values());
  const isWithin = ({ at }: { at: Date }): boolean => at >= from && at < to;

  let matched = 0;
  const differences: Difference[] = [];
  for (const line of lines.filter(isWithin)) {
    const move = pairs.get(line);
    if (!move) differences.push(describe('missing_here', undefined, line));
    else if (isSame(move, line)) matched++;
    else differences.push(describe('amounts_differ', move, line));
  }
  for (const move of moves.filter(isWithin)) {
    if (!paired.has(move) && move.isFinal) differences.push(describe('missing_there', move, undefined));
  }
  return { provider: provider.name, ok: differences.length === 0, matched, differences };
}

/** From the rail itself, if the provider's statement comes from our own tables. */
async function readStatement(provider: Provider, range: Period): Promise<StatementLine[]> {
  const read: Provider['listStatement'] = (request, signal) =>
    provider.readHistory?.(request, signal) ?? provider.listStatement(request, signal);
  const lines: StatementLine[] = [];
  let after: string | undefined;
  do {
    const page = await read({ ...range, after }, AbortSignal.timeout(PAGE_TIMEOUT_MS));
    lines.push(...page.lines);
    after = page.next;
  } while (after !== undefined);
  return lines;
}

/** Finds each line's record by kind and reference; a record is used once, so that nothing is counted twice. */
function pairUp(
  lines: readonly StatementLine[],
  moves: readonly RecordedMove[],
): Map<StatementLine, RecordedMove> {
  const unpaired = new Map<string, RecordedMove[]>();
  for (const move of moves) {
    const key = keyOf(move.kind, move.providerReference);
    unpaired.set(key, [...(unpaired.get(key) ?? []), move]);
  }
  const pairs = new Map<StatementLine, RecordedMove>();
  for (const line of lines) {
    const candidates = unpaired.get(keyOf(line.kind, line.reference)) ?? [];
    const move = candidates.find((candidate) => isSame(candidate, line)) ?? candidates[0];
    if (!move) continue;
    pairs.set(line, move);
    candidates.splice(candidates.indexOf(move), 1);
  }
  return pairs;
}

function keyOf(kind: StatementLine['kind'], reference: string): string {
  return `${kind} ${reference}`;
}

/** Both sides of a conversion count, unless the line names an asset between the two. */
function isSame(move: RecordedMove, line: StatementLine): boolean {
  if (move.asset !== line.asset || !money(move.amount).eq(line.amount)) return false;
  const theirs = broughtBy(line, move);
  return move.brought === null || !theirs || money(move.brought).eq(theirs);
}

function broughtBy(line: StatementLine, { broughtAsset }: RecordedMove): Money | undefined {
  const brought = line.kind === 'convert' ? line.brought : undefined;
  return brought?.asset === broughtAsset ? brought?.amount : undefined;
}

function describe(
  problem: Problem,
  move: RecordedMove | undefined,
  line: StatementLine | undefined,
): Difference {
  const kind = move?.kind ?? line?.kind;
  const reference = move?.providerReference ?? line?.reference;
  if (kind === undefined || reference === undefined)
    throw new Error('a difference needs a record or a statement line');
  const theirBrought = move && line && broughtBy(line, move);
  return {
    problem,
    kind,
    provider_reference: reference,
    account_id: move?.accountId ?? null,
    record_id: move?.id ?? null,
    ours: move
      ? sides(money(move.amount), move.asset, theirBrought && money(move.brought ?? '0'), move)
      : null,
    theirs: line ? sides(line.amount, line.asset, theirBrought, move) : null,
  };
}

/** Like `-100.00000000 USDC for 1835.00000000 MXNB`. */
function sides(
  amount: Money,
  asset: string,
  brought: Money | undefined,
  move: RecordedMove | undefined,
): string {
  const given = `${formatExact(amount)} ${asset}`;
  return brought && move ? `${given} for ${formatExact(brought)} ${move.broughtAsset ?? ''}` : given;
}
