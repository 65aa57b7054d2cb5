import { resolvePayout, type Resolution } from '../../payouts/engine.ts';
import { listStuckPayouts, type PayoutRow } from '../../payouts/repository.ts';
import { CommandFailure, requireId, type Register } from '../command.ts';

interface ResolveOptions {
  retry?: boolean;
  settled?: string;
  failed?: string;
}

export const registerPayoutCommands: Register = (program, run) => {
  const payouts = program
    .command('payouts')
    .description('what the provider is asked to do with held money: withdrawals, conversions, refunds');

  payouts
    .command('stuck')
    .description('what the service gave up asking for and waits for you, the oldest 1,000')
    .action(() => run(async ({ db }) => ({ data: (await listStuckPayouts(db.read)).map(describePayout) })));

  payouts
    .command('resolve <id>')
    .description('decide on a stuck payout')
    .option('--retry', 'ask the provider once more')
    .option('--settled <reference>', 'the provider did it, and calls it so')
    .option('--failed <why>', 'the provider did not do it, and never will; why, in words')
    .action((id: string, options: ResolveOptions) =>
      run(async ({ db, payoutKinds }) => {
        const resolution = readResolution(options);
        const resolved = await db.transaction((trx) =>
          resolvePayout(trx, payoutKinds, requireId(id, 'payout'), resolution),
        );
        return describePayout(resolved);
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

function describePayout(payout: PayoutRow): object {
  return {
    id: payout.id,
    account_id: payout.account_id,
    kind: payout.kind,
    status: payout.status,
    asset: payout.asset,
    amount: payout.amount,
    attempts: payout.attempts,
    last_error: payout.last_error,
    stuck_at: payout.stuck_at?.toISOString() ?? null,
    provider_reference: payout.provider_reference,
    failure_reason: payout.failure_reason,
    failure_message: payout.failure_message,
  };
}
