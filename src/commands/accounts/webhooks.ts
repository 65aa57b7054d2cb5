import { Option } from 'commander';
import { DELIVERY_STATUSES } from '../../webhooks/index.ts';
import type { Register } from '../deployment/register.ts';
import { ACCOUNT_OPTION, DEFAULT_LISTED, parseId } from '../frame/index.ts';
import type { DeliveryOptions } from './webhooks-actions.ts';

const actions = () => import('./webhooks-actions.ts');

export const registerWebhookCommands: Register = (program, run) => {
  const webhooks = program
    .command('webhooks')
    .description('list webhook endpoints and deliveries, and resend a delivery');

  webhooks
    .command('list')
    .description("list an account's webhook endpoints, newest first")
    .requiredOption(...ACCOUNT_OPTION)
    .example('payments webhooks list --account $ACCOUNT')
    .action(({ account }: { account: string }) =>
      run(async (foundation) => (await actions()).list(foundation, account), {
        empty:
          'This account has no webhook endpoints. Create them in the panel or with POST /v1/webhook_endpoints.',
      }),
    );

  webhooks
    .command('deliveries')
    .description(`an account's newest deliveries with their attempts, at most ${DEFAULT_LISTED}`)
    .requiredOption(...ACCOUNT_OPTION)
    .option('--endpoint <id>', 'only for this endpoint', parseId('payments webhooks list --account <id>'))
    .addOption(new Option('--status <status>').choices(DELIVERY_STATUSES))
    .example(
      'payments webhooks deliveries --account $ACCOUNT',
      'payments webhooks deliveries --account $ACCOUNT --status failed',
    )
    .action((options: DeliveryOptions) =>
      run(async (foundation) => (await actions()).deliveries(foundation, options), {
        empty: 'No deliveries match.',
      }),
    );

  webhooks
    .command('redeliver')
    .argument('<id>', 'the delivery', parseId('payments webhooks deliveries --account <id>'))
    .description('make a delivery due now; a worker sends it')
    .example('payments webhooks redeliver $DELIVERY')
    .action((id: string) => run(async (foundation) => (await actions()).sendAgain(foundation, id)));
};
