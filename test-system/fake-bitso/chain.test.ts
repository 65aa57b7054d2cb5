import { expect } from 'chai';
import type { ArrivalFate } from '../../scripts/fake-bitso/apis/chain.ts';
import { startFakeBitso, type FakeBitso } from '../../scripts/fake-bitso/server.ts';
import { NODE_PROGRAM, startNode, type TestNode } from '../../test/support/chain/node.ts';
import { deployFiatToken, walletAt, type TestToken } from '../../test/support/chain/tokens.ts';
import { until } from '../../test/support/poll.ts';

const PAYER = walletAt(2);
const CONFIRMATIONS = 3;

describe('the stand-in for Bitso credits what is sent to the account’s address on a chain', () => {
  let node: TestNode;
  let usdc: TestToken;
  let other: TestToken;
  let fake: FakeBitso;
  let address: string;

  before(async function () {
    if (NODE_PROGRAM === undefined) return this.skip();
    node = await startNode();
    usdc = await deployFiatToken(node, 'USDC');
    other = await deployFiatToken(node, 'OTHER');
    for (const token of [usdc, other]) await token.mint(PAYER.address, 10n ** 12n);
    fake = await startFakeBitso({
      chain: {
        ...{ rpcUrl: node.url, network: 'Arbitrum', confirmations: CONFIRMATIONS },
        tokens: { usdc: usdc.address },
      },
    });
    ({ address } = fake.control.depositAddress({ network: 'arbitrum' }));
  });
  after(async () => {
    await fake?.close();
    await node?.stop();
  });

  const named = (hash: string) =>
    fake.control.state().fundings.filter(({ details }) => details['tx_hash'] === hash);
  const send = (units = 10_500_000n, to = address) => usdc.transfer(PAYER, to, units);
  const shown = async (hash: string, wanted: string): Promise<object[]> => {
    const states = () => named(hash).map(({ status, amount, currency }) => `${status} ${amount} ${currency}`);
    await until(() => Promise.resolve(states().join(', ') === wanted), { what: `it is ${wanted}` });
    return named(hash);
  };
  const final = () => node.mine(CONFIRMATIONS - 1);
  const plan = (...fates: ArrivalFate[]) => fake.control.arrivalFates({ fates });

  it('pending at first, and complete with its confirmations, whoever sends it', async () => {
    const hash = await send();
    await shown(hash, 'pending 10.5 usdc');
    expect(fake.control.state().balances['usdc']).to.equal(undefined);
    await final();
    const [funding] = await shown(hash, 'complete 10.5 usdc');
    expect(funding).to.have.deep.property('details', { tx_hash: hash, funding_address: address });
    expect(fake.control.state().balances['usdc']).to.equal('10.5');
  });

  it('not what is sent elsewhere, or in another token', async () => {
    const elsewhere = await send(1n, walletAt(7).address);
    const unknown = await other.transfer(PAYER, address, 5_000_000n);
    const hash = await send();
    await final();
    await shown(hash, 'complete 10.5 usdc');
    expect([...named(elsewhere), ...named(unknown)]).to.deep.equal([]);
  });

  it('not what a reorganisation removed', async () => {
    const hash = await send();
    await shown(hash, 'pending 10.5 usdc');
    await node.call('anvil_reorg', 1, []);
    await node.mine(CONFIRMATIONS);
    await shown(hash, 'failed 10.5 usdc');
  });

  it('short, twice, as another currency, or not at all, when it is told to', async () => {
    const before = Number(fake.control.state().balances['usdc']);
    plan({ short: '0.5' }, { twice: true }, { currency: 'usd' }, { end: 'refuse' }, { end: 'silence' });
    const hashes: string[] = [];
    for (let sent = 0; sent < 5; sent++) hashes.push(await send());
    const usual = await send();
    await final();
    const [short, twice, changed, refused, silent] = hashes as [string, string, string, string, string];
    await shown(usual, 'complete 10.5 usdc');
    await shown(short, 'complete 10 usdc');
    await shown(twice, 'complete 10.5 usdc, complete 10.5 usdc');
    await shown(changed, 'complete 10.5 usd');
    await shown(refused, 'failed 10.5 usdc');
    await shown(silent, '');
    expect(Number(fake.control.state().balances['usdc']) - before).to.equal(10.5 + 10 + 21);
    expect(fake.control.state().faults).to.deep.equal([]);
  });

  it('late, by its own clock', async () => {
    plan({ lateMs: 3_600_000 });
    const hash = await send();
    const usual = await send();
    await final();
    await shown(usual, 'complete 10.5 usdc');
    await shown(hash, 'pending 10.5 usdc');
    fake.control.advance({ ms: 3_600_000 });
    await shown(hash, 'complete 10.5 usdc');
    expect(fake.control.state().chain_problems).to.deep.equal([]);
  });

  it('at one address for each network', () => {
    const { depositAddress } = fake.control;
    expect(depositAddress({ network: 'Arbitrum' })).to.deep.equal({ address });
    expect(depositAddress({ network: 'polygon' })).to.not.deep.equal({ address });
  });
});
