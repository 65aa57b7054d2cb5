// One process that moves money at Bitso until all is done or it is killed; started by crash.test.ts.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../../../src/db/connect.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import { money } from '../../../../src/lib/money.ts';
import { openMoneySide } from '../../../../test/methods/bitso/money/money-side.ts';
import type { Order } from './crash.test.ts';

const { DATABASE = '', BITSO = '', ORDERS = '' } = process.env;
const { url, bitso, juno } = JSON.parse(BITSO) as Parameters<typeof openMoneySide>[1];
const logger = createLogger('silent');
const db = connect({ connectionString: DATABASE, maxTransactions: 10, logger });
const side = openMoneySide(db, { url, bitso, juno });

function move({ kind, key: idempotencyKey, amount: text, clabe }: Order) {
  const signal = AbortSignal.timeout(10_000);
  const amount = money(text);
  if (kind === 'payOut') {
    const destination = { clabe, beneficiary: 'Juana Inés' };
    return side.payOut({ idempotencyKey, method: 'SPEI', asset: 'MXN', amount, destination }, signal);
  }
  const [fromAsset, toAsset] = { convert: ['MXN', 'USDC'], mint: ['MXN', 'MXNB'], redeem: ['MXNB', 'MXN'] }[
    kind
  ] as [string, string];
  return side.convert(
    { idempotencyKey, quoteReference: null, leastToAmount: null, fromAsset, toAsset, fromAmount: amount },
    signal,
  );
}

const moveUntilDone = async (order: Order): Promise<void> => {
  for (;;) {
    const outcome = await move(order).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      return undefined;
    });
    if (outcome?.status === 'done') return;
    await delay(50);
  }
};

const waiting = JSON.parse(ORDERS) as Order[];
const moveOneAfterAnother = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await moveUntilDone(next);
};
await Promise.all(Array.from({ length: 8 }, moveOneAfterAnother));
process.exit(0);
