// npm run fake:bitso -- --port 4010 --balance 100000
// With a chain: --rpc-url http://127.0.0.1:8545 --network arbitrum --token usdc=0x…
import { parseArgs } from 'node:util';
import { depositAddress } from './apis/chain.ts';
import { startFakeBitso } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    seed: { type: 'string', default: '1' },
    balance: { type: 'string', default: '100000.00' },
    'rpc-url': { type: 'string' },
    network: { type: 'string', default: 'arbitrum' },
    token: { type: 'string', multiple: true, default: [] },
  },
});
const { network, 'rpc-url': rpcUrl } = values;
const tokens = Object.fromEntries(values.token.map((token) => token.split('=')));
const fake = await startFakeBitso({
  port: Number(values.port),
  seed: Number(values.seed),
  balance: values.balance,
  ...(rpcUrl === undefined ? {} : { chain: { rpcUrl, network, tokens } }),
});
console.log(`A stand-in for Bitso Business and Juno, by their documentation: no money moves here.

BITSO_BASE_URL=${fake.url}
BITSO_API_KEY=${fake.bitso.key}
BITSO_API_SECRET=${fake.bitso.secret}
JUNO_BASE_URL=${fake.url}
JUNO_API_KEY=${fake.juno.key}
JUNO_API_SECRET=${fake.juno.secret}

A payer pays:     curl -s ${fake.url}/control/pay -d '{"receiver_clabe": "710…", "amount": "150.75"}'
Tokens go to:     ${depositAddress(network)} (${network})
What it has:      curl -s ${fake.url}/control/state
What it serves:   curl -s ${fake.url}/control/endpoints
`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close());
