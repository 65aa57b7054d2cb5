// The floor of `bench -- webhooks`: signs and posts, and nothing else. Writes the processor time of a post, in milliseconds.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';

const [url = '', count = '0', inFlight = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(inFlight) });
let left = Number(count);
const before = process.cpuUsage();

await Promise.all(
  Array.from({ length: Number(inFlight) }, async () => {
    while (left-- > 0) await post();
  }),
);
agent.destroy();
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${(user + system) / 1000 / Number(count)}\n`);

function post(): Promise<void> {
  const body = JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    type: 'payment_link.paid',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: {
      link_code: 'PL-7K2M-9QX4-B1TZ',
      amount: '150.00000000',
      currency: 'MXNB',
      payment_method: 'SPEI',
    },
  });
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', 'whsec_bench').update(`${t}.${body}`).digest('hex');
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'service-signature': `t=${t},v1=${v1}`,
        },
      },
      (answer) => answer.resume().on('end', resolve).on('error', reject),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
