import { findTransferHold, holdTransfers, resumeTransfers } from '../../deployment/repository.ts';
import { resolveTransfer, type Resolution } from '../../transfers/engine.ts';
import { listDueTransfers, listStuckTransfers } from '../../transfers/repository.ts';
import type { Transfer } from '../../transfers/transfer.ts';
import { CommandFailure, requireId, type Register } from '../command.ts';

interface ResolveOptions {
  retry?: boolean;
  settled?: string;
  failed?: string;
}

export const registerTransferCommands: Register = (program, run) => {
  const transfers = program
    .command('transfers')
    .description('what the provider is asked to do with held money: withdrawals, conversions, refunds');

  transfers
    .command('stuck')
    .description('transfers that the service gave up on and that need a decision, the oldest 1,000')
    .action(() =>
      run(async ({ db }) => ({ data: (await listStuckTransfers(db.read)).map(describeTransfer) })),
    );

  transfers
    .command('waiting')
    .description(
      'transfers that will be sent, or are under way, in the order of when that is done next, 1,000',
    )
    .action(() => run(async ({ db }) => ({ data: (await listDueTransfers(db.read)).map(describeTransfer) })));

  transfers
    .command('resolve <id>')
    .description('decide on a stuck transfer or, while transfers are on hold, on any that is not finished')
    .option('--retry', 'ask the provider once more')
    .option('--settled <reference>', 'the provider did it, under this reference')
    .option('--failed <why>', 'the provider did not do it and never will; say why')
    .action((id: string, options: ResolveOptions) =>
      run(async ({ db, transferKinds }) => {
        const resolution = readResolution(options);
        const resolved = await db.transaction((trx) =>
          resolveTransfer(trx, transferKinds, requireId(id, 'transfer'), resolution),
        );
        return describeTransfer(resolved);
      }),
    );

  transfers
    .command('hold')
    .description('send nothing more; new transfers are accepted and wait')
    .action(() =>
      run(async ({ db }) => {
        await db.transaction(holdTransfers);
        return { on_hold_since: (await findTransferHold(db.read))?.toISOString() ?? null };
      }),
    );

  transfers
    .command('resume')
    .description('send again what waits: after a restore, once the books agree with the providers')
    .action(() =>
      run(async ({ db }) => {
        await db.transaction(resumeTransfers);
        return { on_hold_since: null };
      }),
    );
};

function readResolution({ retry, settled, failed }: ResolveOptions): Resolution {
  const given: Resolution[] = [];
  if (retry) given.push({ retry });
  if (settled !== undefined) given.push({ settledAs: settled });
  if (failed !== undefined) given.push({ failedBecause: failed });
  const [resolution] = given;
  if (!resolution || given.length > 1) {
    throw new CommandFailure('Give one of --retry, --settled and --failed.');
  }
  return resolution;
}

function describeTransfer(transfer: Transfer): object {
  return {
    id: transfer.id,
    account_id: transfer.account_id,
    kind: transfer.kind,
    status: transfer.status,
    asset: transfer.asset,
    amount: transfer.amount,
    attempts: transfer.attempts,
    last_error: transfer.last_error,
    stuck_at: transfer.stuck_at?.toISOString() ?? null,
    provider_reference: transfer.provider_reference,
    failure_reason: transfer.failure_reason,
    failure_message: transfer.failure_message,
  };
}
