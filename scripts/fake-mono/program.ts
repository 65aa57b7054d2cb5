// npm run fake:mono -- --port 4020 --balance 100000000 --notices http://127.0.0.1:3000/providers/mono/notices
import { parseArgs } from 'node:util';
import { startFakeMono } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4020' },
    seed: { type: 'string', default: '1' },
    balance: { type: 'string', default: '100000000' },
    notices: { type: 'string' },
  },
});
const fake = await startFakeMono({
  ...{ port: Number(values.port), seed: Number(values.seed), balance: values.balance },
  settings: { notices: { url: values.notices } },
});
console.log(`A stand-in for Mono's Bre-B Participant API, by its documentation: no money moves here.

MONO_BASE_URL=${fake.url}
MONO_CLIENT_ID=${fake.client.id}
MONO_CLIENT_SECRET=${fake.client.secret}
MONO_WEBHOOK_SECRET=${fake.webhookSecret}
MONO_RECEIVING_ACCOUNT=${fake.receivingAccount}
MONO_SENDING_ACCOUNT=${fake.sendingAccount}

A payer pays:     curl -s ${fake.url}/control/pay -d '{"key": "@MONO…", "amount": "10000"}'
What it has:      curl -s ${fake.url}/control/state
What it serves:   curl -s ${fake.url}/control/endpoints
`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fake.close());
