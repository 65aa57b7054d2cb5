import { expect } from 'chai';
import { StartupError } from '../../../../src/lib/errors/errors.ts';
import { parseChains, readChainsFile } from '../../../../src/methods/providers/evm/chain/chains-file.ts';
import { chainEntry } from '../../../support/chain/chains-file.ts';

const USDC = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
const MXNB = '0xF197FFC28c23E0309B5559e7a166f2c6164C80aA';
const GOOD = chainEntry({
  chain_id: 42_161,
  endpoints: ['https://one.example.com/v2/s3cr3tkey', 'https://two.example.com'],
  agree: 2,
  explorer: 'https://arbiscan.io/tx/{hash}',
  tokens: {
    USDC: { address: USDC, sweep_from: '25.5' },
    MXNB: { address: MXNB.toLowerCase(), symbol: 'MXNBx' },
  },
});

describe('CHAINS_FILE', () => {
  const refusal = (text: string): string => {
    try {
      parseChains(text);
    } catch (error) {
      expect(error).to.be.instanceOf(StartupError);
      const { message } = error as Error;
      expect(message)
        .to.match(/^CHAINS_FILE is invalid: .+\.$/)
        .and.not.include('\n');
      return message;
    }
    throw new Error('it was accepted');
  };

  it('says everything about a chain', () => {
    const [chain] = parseChains(JSON.stringify({ chains: [GOOD] }));
    expect(chain).to.deep.include({
      network: 'Arbitrum',
      chainId: 42_161,
      endpoints: GOOD.endpoints,
      agree: 2,
      finality: 'finalized',
      firstBlock: 1,
      coin: 'ETH',
      contracts: new Map([
        ['USDC', USDC.toLowerCase()],
        ['MXNB', MXNB.toLowerCase()],
      ]),
      symbols: new Map([['MXNB', 'MXNBx']]),
      maxFee: 500_000_000_000n,
      explorer: 'https://arbiscan.io/tx/{hash}',
    });
    expect([...(chain?.sweepFrom ?? [])].map(([asset, least]) => [asset, least.toFixed()])).to.deep.equal([
      ['USDC', '25.5'],
      ['MXNB', '10'],
    ]);
    const other = {
      ...GOOD,
      network: 'Polygon',
      chain_id: 137,
      coin: 'POL',
      max_fee_gwei: 20,
      poll_seconds: 12,
      finality: { confirmations: 12 },
    };
    const chains = parseChains(JSON.stringify({ chains: [GOOD, other] }));
    expect(chains[1]).to.include({ coin: 'POL', finality: 12, maxFee: 20_000_000_000n, pollMs: 12_000 });
    expect(chains[0]?.pollMs, 'unless the file says otherwise').to.equal(1_000);
  });

  const WRONG: [what: string, chain: object, message: string][] = [
    ['a field that is not known', { endpoint: [] }, 'chains[0].endpoint is not known'],
    ['no network', { network: undefined }, 'chains[0].network must be a name'],
    ['a chain id as text', { chain_id: '42161' }, 'chains[0].chain_id must be a whole number from 1'],
    ['no endpoints', { endpoints: [] }, 'chains[0].endpoints must be a list of 1 to 8 URLs'],
    ['nine endpoints', { endpoints: Array(9).fill('https://a.example') }, 'must be a list of 1 to 8 URLs'],
    [
      'another protocol',
      { endpoints: ['wss://a.example'], agree: 1 },
      'chains[0].endpoints[0] must be an http',
    ],
    [
      'an endpoint twice',
      { endpoints: ['https://a.example', 'https://A.example/'] },
      'cannot agree with itself',
    ],
    ['more to agree than there are', { agree: 3 }, 'chains[0].agree must be a whole number from 1 to 2'],
    ['nobody to agree', { agree: 0 }, 'chains[0].agree must be a whole number from 1 to 2'],
    ['another finality', { finality: 'safe' }, 'must be "finalized" or like {"confirmations": 12}'],
    [
      'no confirmations',
      { finality: { confirmations: 0 } },
      'confirmations must be a whole number from 1 to 10000',
    ],
    ['a negative first block', { first_block: -1 }, 'chains[0].first_block must be a whole number from 0'],
    [
      'an explorer without a place',
      { explorer: 'https://arbiscan.io' },
      'must be an https URL with {hash} in it',
    ],
    [
      'an explorer that anybody can listen in on',
      { explorer: 'http://a.example.com/{hash}' },
      'must be an https URL',
    ],
    [
      'a ceiling for gas of nothing',
      { max_fee_gwei: 0 },
      'chains[0].max_fee_gwei must be a whole number from 1 to',
    ],
    ...[0, 1.5, 61].map((poll_seconds): [string, object, string] => [
      `a pause of ${poll_seconds} s`,
      { poll_seconds },
      'chains[0].poll_seconds must be a whole number from 1 to 60',
    ]),
    [
      'a number of tokens that is no text',
      { tokens: { USDC: { address: USDC, sweep_from: 25 } } },
      'chains[0].tokens.USDC.sweep_from must be an amount in quotes',
    ],
    [
      'an explorer that is a script',
      { explorer: 'javascript:{hash}' },
      'must be an https URL with {hash} in it',
    ],
    ['no tokens', { tokens: {} }, 'chains[0].tokens must have 1 to 32 tokens'],
    ['a token as text', { tokens: { USDC } }, 'chains[0].tokens.USDC must be an object'],
    ['a small asset', { tokens: { usdc: { address: USDC } } }, 'must be an asset like USDC'],
    [
      'a wrong checksum',
      { tokens: { USDC: { address: USDC.replace('cC2', 'CC2') } } },
      'must be the address of a contract, with the right checksum',
    ],
    [
      'a contract for two assets',
      { tokens: { USDC: { address: USDC, sweep_from: '25.5' }, MXNB: { address: USDC.toLowerCase() } } },
      'must have each address once',
    ],
  ];
  for (const [what, change, message] of WRONG) {
    it(`is refused with ${what}`, () => {
      expect(refusal(JSON.stringify({ chains: [{ ...GOOD, ...change }] }))).to.include(message);
    });
  }

  it('is refused when a network or a chain is in it twice', () => {
    expect(refusal(JSON.stringify({ chains: [GOOD, { ...GOOD, chain_id: 1 }] }))).to.include(
      'each network once',
    );
    expect(
      refusal(JSON.stringify({ chains: [GOOD, { ...GOOD, network: 'arbitrum', chain_id: 1 }] })),
    ).to.include('each network once');
    expect(refusal(JSON.stringify({ chains: [GOOD, { ...GOOD, network: 'Base' }] }))).to.include(
      'each chain_id once',
    );
  });

  it('is refused when it is no such file, without quoting what is in it', () => {
    const key = 's3cr3tkey';
    const texts = [
      '',
      '[]',
      'null',
      '{}',
      '{"chains": {}}',
      `{"chains": ["${key}"]}`,
      `{"${'x'.repeat(2 ** 20)}":1}`,
    ];
    texts.push(`{"chains": [{"endpoints": ["https://a.example/${key}", ]}`, `${key}`, `{"chains": [${key}]}`);
    for (const text of texts) expect(refusal(text)).to.not.include(key);
    expect(() => readChainsFile('/nowhere/chains.json')).to.throw(
      StartupError,
      'CHAINS_FILE cannot be read: /nowhere/chains.json.',
    );
  });
});
