import { Option } from 'commander';
import { redeliver } from '../webhooks/deliveries/redeliver.ts';
import {
  DELIVERY_STATUSES,
  findDeliveryKey,
  listDeliveries,
  type DeliveryStatus,
} from '../webhooks/deliveries/repository.ts';
import { viewDelivery } from '../webhooks/deliveries/view.ts';
import { CommandFailure, requireId, type Register } from './command.ts';

/** As many as fit on a few screens; the API pages through all of them. */
const MAX_SHOWN = 100;

interface ListOptions {
  account: string;
  endpoint?: string;
  status?: DeliveryStatus;
}

export const registerWebhookCommands: Register = (program, run) => {
  const webhooks = program.command('webhooks').description('webhook deliveries: list them, send one again');

  webhooks
    .command('deliveries')
    .description(`an account's newest deliveries with their attempts, at most ${MAX_SHOWN}`)
    .requiredOption('--account <id>')
    .option('--endpoint <id>', 'only for this webhook endpoint')
    .addOption(new Option('--status <status>').choices(DELIVERY_STATUSES))
    .action(({ account, endpoint, status }: ListOptions) =>
      run(async ({ db }) => {
        const query = {
          accountId: requireId(account, 'account'),
          endpointId: endpoint === undefined ? undefined : requireId(endpoint, 'webhook endpoint'),
          eventType: undefined,
          afterTime: undefined,
          afterId: undefined,
          limit: MAX_SHOWN,
        };
        const rows = await db.snapshot((on) => listDeliveries(on, query, status));
        return { data: rows.map(viewDelivery) };
      }),
    );

  webhooks
    .command('redeliver <id>')
    .description('make a delivery due at once; a worker attempts it')
    .action((id: string) =>
      run(async ({ db }) => {
        const key = await findDeliveryKey(db.read, requireId(id, 'delivery'));
        if (!key) throw new CommandFailure(`There is no delivery ${id}.`);
        return viewDelivery(await db.transaction((trx) => redeliver(trx, key)));
      }),
    );
};
