// A payment link that is paid by SPEI at Bitso, from nothing: a server that stands in for Bitso (fake-bitso/README.md),
// and the service on a database of its own. Both stay up until they are stopped; nothing is left behind, and no money
// moves. With --json, a program is handed the addresses instead, and pays as it likes.
import {
  atEnd,
  hand,
  isForPrograms,
  runDemo,
  say,
  startService,
  watchUntilPaid,
  type DemoService,
} from './demo/stage.ts';
import { startFakeBitso, type FakeBitso } from './fake-bitso/server.ts';

const PAYER = { sender_name: 'María Pérez', sender_clabe: '012180015123456780' };

await runDemo(async () => {
  say('Starting a server that stands in for Bitso and Juno, by their documentation…');
  const fake = await startFakeBitso();
  atEnd(() => fake.close());

  say('Starting the service, with the API keys and base URLs of both…');
  const service = await startService({
    BITSO_API_KEY: fake.bitso.key,
    BITSO_API_SECRET: fake.bitso.secret,
    BITSO_BASE_URL: fake.url,
    JUNO_API_KEY: fake.juno.key,
    JUNO_API_SECRET: fake.juno.secret,
    JUNO_BASE_URL: fake.url,
  });
  await service.payments('bitso', 'subscribe', '--url', `${service.url}/providers/bitso/notices`);
  await service.payments('bitso', 'check');
  await service.payments('methods', 'set', 'SPEI', '--provider', 'bitso');

  if (isForPrograms) hand({ base_url: service.url, api_key: service.apiKey, bitso_url: fake.url });
  else await payOne(service, fake);
});

async function payOne(service: DemoService, fake: FakeBitso): Promise<void> {
  const link = await service.call('POST', '/v1/payment_links', {
    amount: '1500.50',
    currency: 'MXNB',
    description: 'Order 1042',
    accepted_methods: ['SPEI'],
  });
  const [{ instructions, amount_due: amount }] = link.methods;
  const transfer = { receiver_clabe: instructions.clabe, amount, ...PAYER };
  say(`
API            ${service.url}, with the key ${service.apiKey}
Payment link   ${link.url}
It waits for   ${amount} MXN at CLABE ${instructions.clabe}

Pay it as a bank would, with this command (another amount is sent back, as at Bitso):

curl -s ${fake.url}/spei/test/deposits -d '${JSON.stringify(transfer)}'
`);
  await watchUntilPaid(service, link.code, () => Promise.resolve(fake.control.pay(transfer)));

  const { data } = await service.call('GET', '/v1/balances');
  const { faults, balances, mxnb, deliveries } = fake.control.state();
  say(`Balance of the account: ${data.map((one: any) => `${one.available} ${one.asset}`).join(', ')}`);
  say(
    `At Bitso: ${balances['mxn']} MXN; at Juno: ${mxnb} MXNB; notices answered: ${JSON.stringify(deliveries)}`,
  );
  if (faults.length > 0) throw new Error(faults.join('; '));
}
