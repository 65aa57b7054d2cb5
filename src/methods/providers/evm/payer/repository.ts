import { command, named, query, type Queryable, sql, type Tables } from '../../../../db/index.ts';
import type { TransferRow, TransferStatus } from '../follower/repository.ts';

interface TokenRow extends Pick<Tables['evm_tokens'], 'network' | 'decimals'> {
  /** In lower case. */
  contract: string;
}

/** Changes nothing for a known token, because its contract's data does not change. */
export const insertToken = command.run<TokenRow>('evm_tokens.insert', (p) =>
  sql('evm_tokens')
    .insert({ network: p.network, contract: p.contract, decimals: p.decimals })
    .onConflict(['network', 'contract'])
    .ignore(),
);

const find = query.first<Pick<TokenRow, 'network' | 'contract'>, TokenRow>('evm_tokens.find', (p) =>
  sql('evm_tokens').where({ network: p.network, contract: p.contract }).select('*'),
);

/** Undefined for a token that was never read. */
export async function findDecimals(
  on: Queryable,
  network: string,
  contract: string,
): Promise<number | undefined> {
  return (await find(on, { network, contract }))?.decimals;
}

type TransferKey = Pick<TransferRow, 'network' | 'transactionHash' | 'position'>;

export interface TransferProgress extends TransferKey, Pick<TransferRow, 'recipient' | 'firstRecipient'> {
  status: TransferStatus;
  /** The number of blocks on top of its own when the chain was last read. */
  blocksOnTop: number;
}

export const findProgress = query.first<TransferKey, TransferProgress>('evm_transfers.standing', (p) =>
  named(
    `select t.network, t.transaction_hash, t.position, t.recipient, t.first_recipient, t.status,
              greatest(0, coalesce(c.head_block, c.seen_block) - t.block_number)::integer as blocks_on_top
         from evm_transfers t join evm_chains c on c.network = t.network
        where t.network = :network and t.transaction_hash = :transactionHash and t.position = :position`,
    p,
  ),
);
