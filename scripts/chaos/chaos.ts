// Kills the service's processes and its database while money moves, and says whether anything was lost or doubled:
// npm run chaos -- --minutes 1
import { parseArgs } from 'node:util';
import { moneyUnderChaos } from './money.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, json: { type: 'boolean', default: false } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes must be a number above 0');

const { report, faults } = await moneyUnderChaos(minutes * 60_000);
const verdict = { ok: faults.length === 0, ...report, faults: faults.slice(0, 100) };
console.log(values.json ? JSON.stringify(verdict) : verdict);
process.exitCode = verdict.ok ? 0 : 1;
