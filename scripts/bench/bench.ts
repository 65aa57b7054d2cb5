// What the service costs, always as a ratio to something bare in the same run:
//   npm run bench                  calls, against a bare handler of node:http and pg
//   npm run bench -- movements     an account with a million movements, against one with a thousand
//   npm run bench -- webhooks      deliveries, against a bare loop of signed posts
// Options: --rounds 5 --seconds 3 --connections 16 --links 1000,1000000 --only 'GET link' --json
import { parseArgs } from 'node:util';
import { benchHttp } from './http.ts';
import { benchMovements } from './movements.ts';
import { benchWebhooks } from './webhooks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    links: { type: 'string', default: '1000,1000000' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  links: values.links.split(',').map(Number),
  only: values.only,
};
const benches = {
  http: () => benchHttp(options),
  movements: () => benchMovements(options),
  webhooks: () => benchWebhooks(options),
};

const name = positionals[0] ?? 'http';
const bench = benches[name as keyof typeof benches] as (() => Promise<object[]>) | undefined;
if (!bench) throw new Error(`there is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
const report = await bench();
if (values.json) console.log(JSON.stringify({ ...options, cases: report }, null, 2));
else console.table(report);
