import {
  columns,
  command,
  named,
  type Queryable,
  sql,
  type Trx,
  query,
  type Tables,
  leaving,
} from '../../../../db/index.ts';
import type { FailureReason } from '../../../../lib/reasons.ts';

/** A wallet with its next nonce. Numbers of blocks and nonces come as text, being bigint. */
export interface WalletRow extends Pick<
  Tables['evm_wallets'],
  'network' | 'address' | 'nextNonce' | 'failures'
> {
  /** The derivation index of the deposit address. Null for a hot wallet. */
  derivationIndex: number | null;
  /** Abandoned orders were signed from this nonce on, so no transaction may use the nonce before it. Null for none. */
  nonceLimit: string | null;
  /** Each claim increments it. */
  claims: string;
}

const open = command.run<{ network: string; address: string; index: number | null; nonce: string }>(
  'evm_wallets.open',
  (p) =>
    sql('evm_wallets')
      .insert({ ...columns(p, ['network', 'address']), derivation_index: p.index, next_nonce: p.nonce })
      .onConflict(['network', 'address'])
      .ignore(),
);

/** Undefined for a wallet that was never used. */
export const lockKnownWallet = command.first<{ network: string; address: string }, WalletRow>(
  'evm_wallets.lock',
  (p) =>
    sql('evm_wallets')
      .where({ ...columns(p, ['network', 'address']) })
      .forUpdate()
      .select('network', 'address', 'derivation_index', 'next_nonce', 'nonce_limit', 'claims', 'failures'),
);

/** Makes a wallet known before it is first used. One that was used elsewhere before begins at `nonce`. */
export async function openWallet(
  trx: Trx,
  wallet: { network: string; address: string; index: number | null; nonce: bigint },
): Promise<void> {
  await open(trx, { ...wallet, nonce: String(wallet.nonce) });
}

/** Locks a wallet until the transaction ends. One that was never used begins at `nonce`. */
export async function lockWallet(
  trx: Trx,
  wallet: { network: string; address: string; index: number | null; nonce: bigint },
): Promise<WalletRow> {
  trx.defer(openWallet(trx, wallet));
  const row = await lockKnownWallet(trx, wallet);
  if (!row) throw new Error(`there is no wallet ${wallet.address} on ${wallet.network}`);
  return row;
}

/** Uses up the next nonce of a locked wallet, which the worker processes from now on. */
export const takeNonce = leaving(
  'wallets',
  command.run<{ network: string; address: string }>('evm_wallets.take_nonce', (p) =>
    sql('evm_wallets')
      .where({ ...columns(p, ['network', 'address']) })
      .update({
        next_nonce: sql.raw('next_nonce + 1'),
        due_at: sql.raw('coalesce(due_at, service_now())'),
      }),
  ),
);

/**
 * Claims wallets of one network, so that no network waits for another. One process handles a wallet, until its pass or
 * its lease ends.
 */
export const claimWallets = command.all<{ network: string; limit: number; leaseMs: number }, WalletRow>(
  'evm_wallets.claim',
  (p) =>
    named(
      `with due as (
         select network, address from evm_wallets
          where due_at <= service_now() and network = :network
          order by due_at limit :limit
          for update skip locked
       )
       update evm_wallets w set claims = w.claims + 1, due_at = service_now() + :leaseMs * interval '1 millisecond'
         from due where w.network = due.network and w.address = due.address
       returning w.*`,
      p,
    ),
);

const finishPassCommand = command.run<{
  network: string;
  address: string;
  claims: string;
  waitMs: number;
  error: string | null;
}>('evm_wallets.finish', (p) =>
  sql('evm_wallets')
    .where({ ...columns(p, ['network', 'address', 'claims']) })
    .update({
      due_at: named(
        `case when exists (select from evm_orders where network = :network and wallet = :address and status = 'open')
              then service_now() + :waitMs * interval '1 millisecond' end`,
        p,
      ),
      failures: named('case when :error::text is null then 0 else failures + 1 end', p),
      last_error: p.error,
      failing_since: named(
        'case when :error::text is not null then coalesce(failing_since, service_now()) end',
        p,
      ),
    }),
);

/** Ends a pass. The next one comes when there is still something open. */
export async function finishPass(
  trx: Trx,
  { network, address, claims }: WalletRow,
  result: { waitMs: number; error: string | null },
): Promise<void> {
  // Locked first, so that an order that is being stored at this moment is seen.
  trx.defer(lockKnownWallet(trx, { network, address }));
  await finishPassCommand(trx, { ...result, network, address, claims });
}

/** A hot wallet, and the error of its last pass. */
export type HotWalletRow = Pick<WalletRow, 'address' | 'nextNonce' | 'nonceLimit'> &
  Pick<Tables['evm_wallets'], 'lastError' | 'failingSince'>;

/** The hot wallets that ever sent something on a network, which are the present one and those before it. */
export const listHotWallets = query.all<{ network: string }, HotWalletRow>('evm_wallets.list_hot', (p) =>
  sql('evm_wallets')
    .where({ network: p.network, derivation_index: null })
    .orderBy('address')
    .select('address', 'next_nonce', 'nonce_limit', 'last_error', 'failing_since'),
);

const watched = query.all<{ network: string }, { address: string }>('evm_wallets.list_watched', (p) =>
  sql('evm_wallets')
    .where({ network: p.network })
    .whereRaw('(derivation_index is null or due_at is not null)')
    .orderBy('address')
    .select('address'),
);

/** The hot wallets of a network, and the deposit addresses with pending transactions. */
export async function listWatchedWallets(on: Queryable, network: string): Promise<string[]> {
  return (await watched(on, { network })).map(({ address }) => address);
}

const setNonce = command.run<{
  network: string;
  address: string;
  nonce: string;
  limit: string | null;
}>('evm_wallets.set_nonce', (p) =>
  sql('evm_wallets')
    .where({ ...columns(p, ['network', 'address']) })
    .update({ next_nonce: p.nonce, nonce_limit: named('least(nonce_limit, :limit::bigint)', p) }),
);

/** Continues at a nonce; a limit lower than the wallet's own becomes its limit. The wallet is locked. */
export async function setNextNonce(
  trx: Trx,
  { network, address }: Pick<WalletRow, 'network' | 'address'>,
  next: { nonce: bigint; limit: bigint | null },
): Promise<void> {
  const limit = next.limit === null ? null : String(next.limit);
  await setNonce(trx, { network, address, nonce: String(next.nonce), limit });
}

/** Makes a wallet due now. */
export const wakeWallet = leaving(
  'wallets',
  command.run<{ network: string; address: string }>('evm_wallets.wake', (p) =>
    sql('evm_wallets')
      .where({ ...columns(p, ['network', 'address']) })
      .update({ due_at: sql.raw('service_now()') }),
  ),
);

export interface Refusal {
  reason: FailureReason;
  message: string;
}

const decideCommand = command.run<{ key: string; reason: string | null; message: string | null }>(
  'evm_decisions.insert',
  (p) =>
    sql('evm_decisions')
      .insert({
        idempotency_key: p.key,
        refusal_reason: p.reason,
        refusal_message: p.message,
        decided_at: sql.raw('service_now()'),
      })
      .onConflict('idempotency_key')
      .ignore(),
);

/** Decides whether a payment is made (null) or refused. False if that was already decided. */
export async function decide(trx: Trx, key: string, refusal: Refusal | null): Promise<boolean> {
  const { reason, message } = refusal ?? { reason: null, message: null };
  return (await decideCommand(trx, { key, reason, message })) === 1;
}

export const findRefusal = query.first<{ key: string }, Refusal>('evm_decisions.find_refusal', (p) =>
  sql('evm_decisions')
    .where({ idempotency_key: p.key })
    .whereNotNull('refusal_reason')
    .select('refusal_reason as reason', 'refusal_message as message'),
);

/** Makes payments undecided again whose orders were abandoned. */
export const undecide = command.run<{ keys: readonly string[] }>('evm_decisions.undecide', (p) =>
  named('delete from evm_decisions where idempotency_key = any(:keys::text[]) and refusal_reason is null', p),
);
