// npm run fake:bridge -- --port 4020 --balance 100000
import { parseArgs } from 'node:util';
import { startFakeBridge } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    seed: { type: 'string', default: '1' },
    balance: { type: 'string', default: '100000.00' },
  },
});
const fake = await startFakeBridge({
  port: Number(values.port),
  seed: Number(values.seed),
  balance: values.balance,
});
console.log(`A stand-in for Bridge, by its documentation: no money moves here.

BRIDGE_BASE_URL=${fake.url}
BRIDGE_API_KEY=${fake.apiKey}
BRIDGE_CUSTOMER_ID=${fake.customerId}
BRIDGE_WALLET_ID=${fake.walletId}

A payer pays:     curl -s ${fake.url}/control/pay -d '{"message": "BRG…", "amount": "150.75"}'
What it has:      curl -s ${fake.url}/control/state
What it serves:   curl -s ${fake.url}/control/endpoints
`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close());
