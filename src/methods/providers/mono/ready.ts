import { StartupError } from '../../../lib/errors/errors.ts';
import type { Logger } from '../../../lib/logger.ts';
import { askIfReady, nothingThere } from '../http-rail/index.ts';
import { getAccount } from './client/account.ts';
import type { MonoClient } from './client/client.ts';
import { amountOf, reader } from './client/fields.ts';
import { listTransfers } from './transfers/api.ts';
import { externalIdOf } from './transfers/rail.ts';

/**
 * Ensures that Mono has both accounts, in pesos, and that a look-up of a nonexistent transfer finds none. Throws
 * StartupError if not, and only warns if Mono does not respond.
 */
export async function requireMonoReady(
  { client, logger, accounts }: { client: MonoClient; logger: Logger; accounts: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<void> {
  await askIfReady(reader, logger, async () => {
    for (const id of accounts) {
      const account = await getAccount(client, id, signal).catch(nothingThere);
      if (!account) throw new StartupError(`Mono has no account ${id}: see docs/rails/mono.md.`);
      amountOf(account, 'balance');
    }
    if ((await listTransfers(client, externalIdOf('pay_out', 'nobody'), signal)).length > 0)
      throw new StartupError('Mono shows a transfer that was never asked for: see docs/rails/mono.md.');
  });
}
