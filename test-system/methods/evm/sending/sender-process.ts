// One process that pays out until all is done or it is killed; started by killed-sender.ts.
import { setTimeout as delay } from 'node:timers/promises';
import { parseChains } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { openSender, payOut, type SenderSecrets } from '../../../../test/methods/evm/sending/sender-parts.ts';

const { DATABASE = '', CHAINS = '', SECRETS = '', PAYMENTS = '' } = process.env;
const payments = JSON.parse(PAYMENTS) as { key: string; amount: string; to: string }[];
const { evm, worker } = openSender(DATABASE, parseChains(CHAINS), JSON.parse(SECRETS) as SenderSecrets);
worker.start();

const payUntilDone = async ({ key, amount, to }: (typeof payments)[number]): Promise<void> => {
  for (;;) {
    const outcome = await payOut(evm, key, amount, to).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      return undefined;
    });
    if (outcome?.status === 'done') return;
    await delay(200);
  }
};

const waiting = [...payments];
const payOneAfterAnother = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await payUntilDone(next);
};
await Promise.all(Array.from({ length: 25 }, payOneAfterAnother));
process.stdout.write('all done\n');
process.exit(0);
