import { command, named, query, sql, type Trx, type Tables } from '../../../../db/index.ts';
import { StartupError } from '../../../../lib/errors/errors.ts';

/** The progress of following a chain. Numbers of blocks come as text, being bigint. */
export interface ChainRow extends Pick<
  Tables['evm_chains'],
  | 'network'
  | 'chainId'
  | 'finalBlock'
  | 'seenBlock'
  | 'seenHash'
  | 'headBlock'
  | 'rangeBlocks'
  | 'failures'
  | 'lastError'
  | 'haltedAt'
  | 'updatedAt'
> {
  /** Null before the first block was read. */
  finalHash: string | null;
  /** Each claim increments it, and only the claim with the current number may write. */
  claims: string;
  /** The time since which every pass has failed. */
  failingSince: Date | null;
}

const open = command.run<{ network: string; chainId: number; before: number }>('evm_chains.open', (p) =>
  named(
    `insert into evm_chains (network, chain_id, final_block, seen_block, due_at, audit_due_at, updated_at)
       values (:network, :chainId, :before, :before, service_now(), service_now(), service_now())
       on conflict do nothing`,
    p,
  ),
);

const find = query.all<{ network: string; chainId: number }, ChainRow>('evm_chains.find', (p) =>
  sql('evm_chains').where({ network: p.network }).orWhere({ chain_id: p.chainId }).select('*'),
);

/**
 * Begins to follow a chain at `firstBlock`, unless it is followed already. Throws StartupError when the database knows
 * the network as another chain, or the chain under another name, because its deposits are recorded under that.
 */
export async function openChain(
  trx: Trx,
  { network, chainId, firstBlock }: { network: string; chainId: number; firstBlock: number },
): Promise<void> {
  await open(trx, { network, chainId, before: Math.max(0, firstBlock - 1) });
  const other = (await find(trx, { network, chainId })).find(
    (row) => row.network !== network || row.chainId !== String(chainId),
  );
  if (other) {
    throw new StartupError(
      `CHAINS_FILE: ${network} is chain ${chainId}, but this database knows ${other.network} as chain ${other.chainId}. Keep the name and the number of a chain once it is followed.`,
    );
  }
}

/** One process follows a chain at a time; a claim ends when its pass does, or when its lease does. */
export const claimChains = command.all<
  { networks: readonly string[]; limit: number; leaseMs: number },
  ChainRow
>('evm_chains.claim', (p) =>
  named(
    `with due as (
         select network from evm_chains
          where due_at <= service_now() and network = any(:networks::text[]) and halted_at is null
          order by due_at limit :limit
          for update skip locked
       )
       update evm_chains c set claims = c.claims + 1, due_at = service_now() + :leaseMs * interval '1 millisecond'
         from due where c.network = due.network
       returning c.*`,
    p,
  ),
);

/** Another process has claimed the chain since, so nothing may be written. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export interface Cursor {
  finalBlock: number;
  finalHash: string | null;
  seenBlock: number;
  seenHash: string | null;
  headBlock: number;
  rangeBlocks: number;
}

const progress = command.run<Cursor & { network: string; claims: string; leaseMs: number }>(
  'evm_chains.progress',
  (p) =>
    sql('evm_chains')
      .where({ network: p.network, claims: p.claims })
      .update({
        final_block: p.finalBlock,
        final_hash: p.finalHash,
        seen_block: p.seenBlock,
        seen_hash: p.seenHash,
        head_block: p.headBlock,
        range_blocks: p.rangeBlocks,
        due_at: named("service_now() + :leaseMs * interval '1 millisecond'", p),
        updated_at: sql.raw('service_now()'),
      }),
);

/** Moves the cursor on and extends the lease. Throws ClaimLost. */
export async function writeProgress(
  trx: Trx,
  { network, claims }: ChainRow,
  { leaseMs, ...cursor }: Cursor & { leaseMs: number },
): Promise<void> {
  if ((await progress(trx, { ...cursor, network, claims, leaseMs })) !== 1) throw new ClaimLost();
}

interface PassEnd {
  waitMs: number;
  error: string | null;
  headBlock: number;
  rangeBlocks: number;
}

/** Ends a pass; one whose claim was lost changes nothing. */
export const finishPass = command.run<PassEnd & { network: string; claims: string }>(
  'evm_chains.finish',
  (p) =>
    sql('evm_chains')
      .where({ network: p.network, claims: p.claims })
      .update({
        due_at: named("service_now() + :waitMs * interval '1 millisecond'", p),
        failures: named('case when :error::text is null then 0 else failures + 1 end', p),
        last_error: p.error,
        failing_since: named(
          'case when :error::text is not null then coalesce(failing_since, service_now()) end',
          p,
        ),
        head_block: p.headBlock,
        range_blocks: p.rangeBlocks,
        updated_at: sql.raw('service_now()'),
      }),
);

/** Stops following until `resumeChain`. */
export const haltChain = command.run<{ network: string; claims: string; error: string }>(
  'evm_chains.halt',
  (p) =>
    sql('evm_chains')
      .where({ network: p.network, claims: p.claims })
      .update({
        halted_at: sql.raw('service_now()'),
        last_error: p.error,
        failing_since: sql.raw('coalesce(failing_since, service_now())'),
      }),
);

const resume = command.first<{ network: string; before: number | null }, ChainRow>('evm_chains.resume', (p) =>
  named(
    `update evm_chains
          set halted_at = null, last_error = null, failing_since = null, failures = 0, due_at = service_now(), claims = claims + 1,
              final_block = coalesce(:before::bigint, final_block),
              final_hash = case when :before::bigint is null then final_hash end,
              seen_block = coalesce(:before::bigint, seen_block),
              seen_hash = case when :before::bigint is null then seen_hash end
        where network = :network and (:before::bigint is null or :before::bigint <= final_block)
       returning *`,
    p,
  ),
);

/**
 * Resumes a halted chain from its cursor or, with `before`, from the block after that one, discarding everything known
 * of it. Final transfers stay final. Undefined if the chain is unknown, or the block is not below the cursor.
 */
export function resumeChain(
  trx: Trx,
  network: string,
  before: number | undefined,
): Promise<ChainRow | undefined> {
  return resume(trx, { network, before: before ?? null });
}

/** `behind_s` is the number of seconds since a pass last ended. */
export const listChains = query.all<{ networks: readonly string[] }, ChainRow & { behindS: number }>(
  'evm_chains.list',
  (p) =>
    named(
      `select *, round(extract(epoch from service_now() - updated_at))::integer as behind_s
         from evm_chains where network = any(:networks::text[])`,
      p,
    ),
);

/** A chain that is due for an audit. Unless `postponeAudit` is called, it is due again when the lease ends. */
export const claimAudit = command.all<{ networks: readonly string[]; leaseMs: number }, { network: string }>(
  'evm_chains.claim_audit',
  (p) =>
    named(
      `with due as (
         select network from evm_chains
          where audit_due_at <= service_now() and network = any(:networks::text[]) and halted_at is null
            and final_hash is not null
          order by audit_due_at limit 1
          for update skip locked
       )
       update evm_chains c set audit_due_at = service_now() + :leaseMs * interval '1 millisecond'
         from due where c.network = due.network
       returning c.network`,
      p,
    ),
);

export const postponeAudit = command.run<{ network: string; waitMs: number }>(
  'evm_chains.postpone_audit',
  (p) =>
    sql('evm_chains')
      .where({ network: p.network })
      .update({ audit_due_at: named("service_now() + :waitMs * interval '1 millisecond'", p) }),
);
