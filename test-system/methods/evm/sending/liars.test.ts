import { expect } from 'chai';
import type { Logger } from '../../../../src/lib/logger.ts';
import type { Evm } from '../../../../src/methods/providers/evm/evm.ts';
import {
  behindFaultyEndpoint,
  startFaultyEndpoint,
  when,
  type Fault,
  type FaultyEndpoint,
} from '../../../../test/support/chain/faulty-endpoint.ts';
import { payOut } from '../../../../test/methods/evm/sending/sender-parts.ts';
import { openSenderRig, RECIPIENT, type SenderRig } from '../../../../test/methods/evm/sending/sender-rig.ts';

const hex = (number: bigint): string => `0x${number.toString(16)}`;
const GWEI = 10n ** 9n;

describe('paying out on chain when an endpoint lies', () => {
  let rig: SenderRig;
  let endpoints: FaultyEndpoint[];
  let warnings: { message: string; facts: any }[];

  beforeEach(async () => {
    warnings = [];
    endpoints = [];
    const quiet = () => undefined;
    const warn = (message: string, facts: object) => warnings.push({ message, facts });
    rig = await openSenderRig({
      chain: { agree: 2 },
      logger: { debug: quiet, info: quiet, warn, error: warn } as unknown as Logger,
      async endpoints(url) {
        for (let count = 0; count < 3; count++) endpoints.push(await startFaultyEndpoint(url));
        return endpoints.map((endpoint) => endpoint.url);
      },
    });
  });
  afterEach(async () => {
    await rig?.close();
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  });

  const hostOf = (at: number): string => new URL(endpoints[at]!.url).host;
  const expectPaid = async (key: string, evm: Evm = rig.evm): Promise<void> => {
    expect(await payOut(evm, key, '1.5', RECIPIENT))
      .to.have.property('providerReference')
      .that.is.a('string');
    await rig.settle();
    expect(await payOut(evm, key, '1.5', RECIPIENT)).to.include({ status: 'done' });
  };
  const expectNamed = (at: number): void => {
    const named = warnings.filter(({ facts }) => facts.endpoint === hostOf(at));
    expect(named, JSON.stringify(warnings)).not.to.deep.equal([]);
  };

  const change = (method: string, to: (result: any, params: any[]) => unknown) =>
    when(method, { change: (result, _method, params) => to(result, params) });
  const LIES: {
    what: string;
    fault: (method: string, params: any[]) => Fault | undefined;
    isNamed?: false;
  }[] = [
    { what: 'a nonce of 1,000', fault: change('eth_getTransactionCount', () => hex(1_000n)) },
    { what: 'a nonce of 0', fault: change('eth_getTransactionCount', () => '0x0'), isNamed: false },
    { what: 'gas above the limit of a block', fault: change('eth_estimateGas', () => hex(10n ** 9n)) },
    { what: 'too little gas', fault: change('eth_estimateGas', () => hex(21_000n)) },
    {
      what: 'no fees',
      fault: change('eth_feeHistory', () => ({ baseFeePerGas: ['0x0', '0x0'], reward: [['0x0']] })),
    },
    {
      what: 'fees of 400 gwei',
      fault: change('eth_feeHistory', () => ({
        baseFeePerGas: [hex(400n * GWEI), hex(400n * GWEI)],
        reward: [[hex(90n * GWEI)]],
      })),
    },
    { what: 'that nothing is in the wallet', fault: change('eth_call', () => `0x${'0'.repeat(64)}`) },
    {
      what: 'that all calls revert',
      fault: when('eth_call', { error: { code: 3, message: 'execution reverted' } }),
    },
    { what: 'no coin', fault: change('eth_getBalance', () => '0x0') },
    {
      what: 'that all transactions were reverted',
      fault: change('eth_getTransactionReceipt', (receipt) => receipt && { ...receipt, status: '0x0' }),
    },
    { what: 'no transactions', fault: change('eth_getTransactionReceipt', () => null) },
    {
      what: 'a head that is far ahead',
      fault: change('eth_blockNumber', () => hex(10n ** 9n)),
      isNamed: false,
    },
    {
      what: 'other blocks',
      fault: change('eth_getBlockByNumber', (block) => block && { ...block, hash: `0x${'9'.repeat(64)}` }),
    },
    { what: 'another chain', fault: change('eth_chainId', () => '0x5') },
  ];

  for (const { what, fault, isNamed } of LIES) {
    it(`pays as ever, and names it, whichever of the endpoints says ${what}`, async () => {
      for (const place of [0, 1, 2]) {
        endpoints.forEach((endpoint) => endpoint.heal());
        endpoints[place]!.misbehave(fault);
        warnings.length = 0;
        // As after a start: it knows nothing of the endpoints.
        const evm = rig.another();
        await evm.requireReady?.(AbortSignal.timeout(10_000));
        for (const key of ['one', 'two']) await expectPaid(`${key} at ${place}`, evm);
        // Those that must agree are asked first: who is not asked cannot be noticed.
        if (isNamed !== false && place < 2) expectNamed(place);
      }
      expect(await rig.paidTo(RECIPIENT)).to.equal(6);
      const orders = await rig.orders();
      expect(orders.map(({ nonce }) => nonce)).to.deep.equal(['0', '1', '2', '3', '4', '5']);
      for (const { gas_limit: gas } of orders) expect(Number(gas)).to.be.within(30_000, 200_000);
      for (const { max_fee: fee } of await rig.transactions())
        expect(BigInt(fee) < 50n * GWEI).to.equal(true);
      expect(await rig.database.query('select next_nonce from evm_wallets')).to.deep.equal([
        { next_nonce: '6' },
      ]);
    });
  }

  for (const [what, fault] of [
    ['a nonce', change('eth_getTransactionCount', () => hex(1_000n))],
    ['coin', change('eth_getBalance', () => '0x0')],
    ['another chain', change('eth_chainId', () => '0x5')],
  ] as const) {
    it(`shows in its status who lies about ${what}, even one that nobody asks first`, async () => {
      await expectPaid('one');
      endpoints[2]!.misbehave(fault);
      const [status] = await rig.evm.status();
      expect(status?.endpoints.map(({ agrees }) => agrees === false)).to.deep.equal([false, false, true]);
      expect(status?.endpoints[2]?.error).to.match(/^it (says|serves)/);
      expect(status?.hot_wallets[0]?.balances).to.have.length(2);
    });
  }

  it('waits, and believes neither, while one lies and another is away', async () => {
    endpoints[0]!.misbehave(change('eth_getTransactionCount', () => hex(1_000n)));
    endpoints[1]!.misbehave(() => ({ status: 503 }));
    expect(await rig.payOut('one')).to.include({ status: 'pending', providerReference: null });
    expect(await rig.orders()).to.deep.equal([]);
    endpoints[0]!.heal();
    await expectPaid('one');
  });

  it('is not raised above what one says while another that is away leaves only two', async () => {
    endpoints[1]!.misbehave(() => ({ status: 503 }));
    endpoints[0]!.misbehave((method) => {
      if (method === 'eth_estimateGas') return { change: () => hex(10n ** 9n) };
      return when('eth_feeHistory', {
        change: () => ({ baseFeePerGas: [hex(400n * GWEI), hex(400n * GWEI)], reward: [[hex(90n * GWEI)]] }),
      })(method);
    });
    await expectPaid('one');
    const [transaction] = await rig.transactions();
    expect(BigInt(transaction.max_fee) < 50n * GWEI).to.equal(true);
    expect(Number(transaction.gas_limit)).to.be.below(200_000);
  });

  it('goes on while one claims to be ahead and an honest one is a block behind', async () => {
    const head = async (): Promise<bigint> => BigInt((await rig.node.call('eth_blockNumber')) as string);
    const behind = (await head()) - 1n;
    endpoints[0]!.misbehave(change('eth_blockNumber', () => hex(10n ** 9n)));
    endpoints[1]!.misbehave((method, params) => {
      if (method === 'eth_blockNumber') return { change: () => hex(behind) };
      const isAhead = params.some(
        (param) => /^0x[0-9a-f]{1,8}$/.test(String(param)) && BigInt(param) > behind,
      );
      if (!isAhead) return undefined;
      return method === 'eth_getBlockByNumber'
        ? { change: () => null }
        : { error: { code: -32_000, message: 'header not found' } };
    });
    expect(await rig.payOut('one'))
      .to.have.property('providerReference')
      .that.is.a('string');
  });
});

describe('paying out on chain behind one endpoint whose node is behind', () => {
  let rig: SenderRig;
  let endpoint: FaultyEndpoint;

  beforeEach(async () => {
    ({ rig, endpoint } = await behindFaultyEndpoint(openSenderRig));
  });
  afterEach(async () => {
    await rig?.close();
    await endpoint?.close();
  });

  it('refuses nothing for good because a call reverted once', async () => {
    let reverted = 0;
    endpoint.misbehave((method, [call]) => {
      const isPayment = method === 'eth_call' && String(call.data).includes(RECIPIENT.slice(2).toLowerCase());
      if (!isPayment || reverted > 0) return undefined;
      reverted += 1;
      return { error: { code: 3, message: 'execution reverted' } };
    });
    expect(await rig.payOut('one')).to.include({ status: 'pending', providerReference: null });
    expect(reverted).to.equal(1);
    await rig.payOut('one');
    await rig.settle();
    expect((await rig.payOut('one')).status).to.equal('done');
  });
});
