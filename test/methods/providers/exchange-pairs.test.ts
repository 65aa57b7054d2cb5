import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startFakeBitso, type FakeBitso } from '../../../scripts/fake-bitso/server.ts';
import { verifyLedger } from '../../../src/audit/verify.ts';
import { money } from '../../../src/lib/money.ts';
import { changeMethod, listMethods, type Method } from '../../../src/methods/catalogue.ts';
import type { Provider } from '../../../src/methods/providers/provider.ts';
import { notificationFor, receive } from '../../deposits/notifications.ts';
import {
  advance,
  createLink,
  injectFault,
  methodOf,
  readLink,
  readMethod,
  runOut,
} from '../../payment-links/links.ts';
import { chainEntry, TEST_XPUB, writeChainsFile } from '../../support/chain/chains-file.ts';
import { until } from '../../support/poll.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const CURRENCIES = { MXNB: '25000', USDC: '1500' } as const;
type Currency = keyof typeof CURRENCIES;

/** What the rules about exchanging need to know of each provider that exchanges. */
interface Exchanger {
  /** Puts in what it is to sell. */
  fund(asset: string): Promise<void>;
  refuse(): Promise<void>;
  loseAnswer(): Promise<void>;
  heal(): Promise<void>;
  /** How many exchanges of this amount it has made. */
  countMade(asset: string, amount: string): Promise<number>;
}

describe('each provider that receives, with each that exchanges (D38)', () => {
  let fake: FakeBitso;
  let service: TestService;
  let account: TestAccount;
  let chains: { path: string; remove: () => void };
  let exchangers: Record<string, Exchanger>;
  let links = 0;

  before(async () => {
    fake = await startFakeBitso({
      ...{ balance: '1000000', settings: { requestsPerMinute: 100_000, pendingMs: 10, processingMs: 10 } },
    });
    fake.control.set({ conversionMs: 10, mintMs: 10 });
    // Nothing is read from it here: deposits are reported by hand, and addresses need no node.
    const tokens = { USDC: { address: '0x52908400098527886E0F7030069857D2E4169EE7' } };
    chains = writeChainsFile([chainEntry({ network: 'Polygon', endpoints: ['http://127.0.0.1:9'], tokens })]);
    service = await startService({
      ...{ BITSO_API_KEY: fake.bitso.key, BITSO_API_SECRET: fake.bitso.secret, BITSO_BASE_URL: fake.url },
      ...{ JUNO_API_KEY: fake.juno.key, JUNO_API_SECRET: fake.juno.secret, JUNO_BASE_URL: fake.url },
      ...{ CHAINS_FILE: chains.path, CHAIN_XPUB: TEST_XPUB },
    });
    account = await service.createAccount();
    exchangers = { simulator: simulatorAsExchanger(), bitso: bitsoAsExchanger() };
  });
  after(async () => {
    await service?.close();
    await fake?.close();
    chains?.remove();
  });

  const simulatorAsExchanger = (): Exchanger => ({
    async fund(asset) {
      const { db, simulator } = service.foundation;
      const deposit = { providerReference: randomUUID(), method: 'USDC', asset, network: 'Polygon' };
      await db.transaction((trx) =>
        simulator!.announceDeposit(trx, {
          ...{ ...deposit, amount: money('9000000'), destination: 'float', reference: null },
          ...{ payer: {}, final: true },
        }),
      );
    },
    refuse: () => injectFault(service, 'convert', { failure: 'refused' }),
    loseAnswer: () => injectFault(service, 'convert', { failure: 'lost_answer' }),
    heal: () => injectFault(service, 'convert', {}),
    async countMade(asset, amount) {
      const rows = await service.database.query(
        `select 1 from simulator_operations
          where operation = 'convert' and refusal is null and asset = $1 and amount = -$2::numeric`,
        [asset, amount],
      );
      return rows.length;
    },
  });
  const bitsoAsExchanger = (): Exchanger => ({
    fund: (asset) =>
      Promise.resolve(void fake.control.credit({ currency: asset.toLowerCase(), amount: '9000000' })),
    refuse: () => Promise.resolve(void fake.control.failConversions({ count: 1 })),
    loseAnswer: () =>
      Promise.resolve(fake.control.fault({ on: 'POST /rfq/v1/conversions', kind: 'lost', acts: true })),
    heal: () => Promise.resolve(fake.control.clearFaults()),
    countMade: (asset, amount) =>
      Promise.resolve(
        fake.control
          .state()
          .conversions.filter(
            (one: any) =>
              one.source === asset &&
              one.status === 'COMPLETED' &&
              money(amount).eq(one.source_amount as string),
          ).length,
      ),
  });

  /** All that this deployment has; for each, a method and a currency that need the exchange. */
  const findPairs = async (): Promise<Pair[]> => {
    const { providers, db } = service.foundation;
    const methods = await listMethods(db.read);
    const receivers = providers.all.filter((one) => methods.some((method) => one.carries(method)));
    const others = providers.all.filter((one) => exchangesAnything(one, methods));
    return receivers.flatMap((receiver) =>
      others.map((exchanger) => {
        const found = methods
          .flatMap((method) =>
            (Object.keys(CURRENCIES) as Currency[]).map((currency) => ({ method, currency })),
          )
          .find(
            ({ method, currency }) =>
              receiver.carries(method) &&
              method.family !== (currency === 'MXNB' ? 'MXN' : 'USD') &&
              exchanger.exchanges(method.asset, currency),
          );
        if (!found)
          throw new Error(`nothing that ${receiver.name} receives is exchanged by ${exchanger.name}`);
        return { receiver: receiver.name, exchanger: exchanger.name, ...found };
      }),
    );
  };
  /** Has the method received and exchanged by these, and reads what the exchanger holds. */
  const use = async ({ receiver, exchanger, method }: Pair): Promise<Exchanger> => {
    const hooks = exchangers[exchanger];
    if (!hooks) throw new Error(`${exchanger} exchanges, and nothing here says how it is tested`);
    await hooks.fund(method.asset);
    const exchangeProvider = exchanger === receiver ? null : exchanger;
    await service.foundation.db.transaction((trx) =>
      changeMethod(trx, method.name, { provider: receiver, exchangeProvider, maxSlippage: money('0.1') }),
    );
    await advance(service, 31);
    await service.workers.liquidity.runOnce();
    return hooks;
  };
  const makeLink = async ({ currency, method }: Pair): Promise<any> => {
    const { code } = await createLink(account.api, {
      // Another for each, so that an exchange is known by its amount.
      ...{
        amount: money(CURRENCIES[currency]).plus(links++).toFixed(),
        currency,
        accepted_methods: [method.name],
        payer_name: 'Juana',
      },
    });
    await until(async () => (await readMethod(account.api, code, method.name)).amount_due !== null, {
      what: 'it has a quote',
    });
    return readLink(account.api, code);
  };
  const payWith = async ({ receiver, method }: Pair, code: string): Promise<void> => {
    await receive(service, await notificationFor(service, code, method.name, { provider: receiver }));
  };
  const settle = (code: string, status: string) =>
    until(
      async () => {
        await advance(service, 5);
        await runOut(service.workers.transfers);
        return (await readLink(account.api, code)).status === status;
      },
      { what: `the link is ${status}` },
    );
  const convertedOf = async (code: string): Promise<any> =>
    (await account.api.get(`/v1/conversions?payment_link_code=${code}`)).body.data[0];

  it('are all known', async () => {
    expect((await findPairs()).map(({ receiver, exchanger }) => `${receiver} → ${exchanger}`)).to.deep.equal([
      'simulator → simulator',
      'simulator → bitso',
      'evm → simulator',
      'evm → bitso',
      'bitso → simulator',
      'bitso → bitso',
    ]);
  });

  it('credit exactly what was locked, and the exchange is made once, by whoever is to make it', async () => {
    for (const pair of await findPairs()) {
      const about = `${pair.receiver} → ${pair.exchanger}`;
      const hooks = await use(pair);
      const link = await makeLink(pair);
      const { amount_due } = methodOf(link, pair.method.name);
      await payWith(pair, link.code);
      expect((await readLink(account.api, link.code)).status, about).to.equal('processing');
      await settle(link.code, 'paid');
      expect(await hooks.countMade(pair.method.asset, amount_due), about).to.equal(1);
      const [row] = await service.database.query(
        `select p.amount::text, p.asset, t.provider as exchanged_by, d.provider as received_by
           from ledger_postings p
           join deposits d on d.account_id = p.account_id and d.payment_link_code = p.payment_link_code
           join transfers t on t.account_id = d.account_id and t.deposit_id = d.id
          where p.payment_link_code = $1 and p.book = 'available' and p.type = 'payment'`,
        [link.code],
      );
      expect(row, about).to.deep.equal({
        ...{ amount: link.amount, asset: pair.currency },
        ...{ exchanged_by: pair.exchanger, received_by: pair.receiver },
      });
    }
  });

  it('exchange once when the answer is lost', async () => {
    for (const pair of await findPairs()) {
      const about = `${pair.receiver} → ${pair.exchanger}`;
      const hooks = await use(pair);
      const link = await makeLink(pair);
      await payWith(pair, link.code);
      await hooks.loseAnswer();
      await advance(service, 5);
      await runOut(service.workers.transfers);
      await hooks.heal();
      await settle(link.code, 'paid');
      const { amount_due } = methodOf(link, pair.method.name);
      expect(await hooks.countMade(pair.method.asset, amount_due), about).to.equal(1);
    }
  });

  it('keep the payment, with its reason, when the exchange is refused', async () => {
    for (const pair of await findPairs()) {
      const about = `${pair.receiver} → ${pair.exchanger}`;
      const hooks = await use(pair);
      const link = await makeLink(pair);
      await payWith(pair, link.code);
      await hooks.refuse();
      await settle(link.code, 'active');
      await hooks.heal();
      expect((await convertedOf(link.code)).status, about).to.equal('failed');
      const [deposit] = await service.database.query(
        'select status, unmatched_reason from deposits where payment_link_code = $1',
        [link.code],
      );
      expect(deposit, about).to.deep.equal({ status: 'unmatched', unmatched_reason: 'CONVERSION_FAILED' });
    }
  });

  it('leave the books whole', async () => {
    const { discrepancies } = await service.foundation.db.snapshot(verifyLedger);
    // No chain has what was reported here by hand.
    const others = discrepancies.filter(
      ({ check }) => check !== 'every deposit from a chain is a final transfer',
    );
    expect(others).to.deep.equal([]);
    expect(fake.control.state().faults).to.deep.equal([]);
  });
});

interface Pair {
  receiver: string;
  exchanger: string;
  method: Method;
  currency: Currency;
}

function exchangesAnything(provider: Provider, methods: readonly Method[]): boolean {
  return methods.some(({ asset }) =>
    Object.keys(CURRENCIES).some((currency) => asset !== currency && provider.exchanges(asset, currency)),
  );
}
