import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Foundation } from '../../../src/composition/foundation.ts';
import { addTwoOperators, type TwoOperators } from '../../../test/operators/two-operators.ts';
import type { Chance } from '../chance.ts';
import { SPECS, type Spec } from './accounts.ts';
import { plain } from './files.ts';
import type { OwnBank } from './own-bank.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const EVERY_MS = 800;
/** About as long as the command takes. */
const KILLED_WITHIN_MS = 1_600;
const WHY = ['--reason', 'Chaos', '--evidence', 'scripts/chaos/bank'];

interface Shown {
  account: string;
  unexplained: { entry: string; amount: string }[];
  unwritten: string[];
}

/** Two people who release payment files, and decide on what nothing explains by what the bank's own pages say. */
export interface Operators {
  readonly counts: Record<string, number>;
  work(isOver: () => boolean): Promise<void>;
  /** From now on their commands are not killed any more. */
  calm(): void;
  status(): Promise<{ accounts: (Shown & { waiting: object[] })[] }>;
}

export async function hireOperators(
  foundation: Foundation,
  bank: OwnBank,
  environment: Record<string, string>,
  chance: Chance,
): Promise<Operators> {
  const operators = await addTwoOperators({ foundation });
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  let isCalm = false;

  /** A process of its own, as on the operator's machine; some are killed at any moment. */
  const command = async (...args: string[]): Promise<void> => {
    const child = spawn(process.execPath, ['build/cli.js', 'bank', 'export', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...environment, OPERATOR_KEY: operators.ana },
      stdio: 'ignore',
    });
    const exited = once(child, 'close');
    if (!isCalm && chance.happens(0.4)) {
      await Promise.race([exited, delay(KILLED_WITHIN_MS * (0.3 + 0.7 * chance.share()))]);
      if (child.exitCode === null) count('exports that were killed');
      child.kill('SIGKILL');
    }
    const [code] = (await exited) as [number | null];
    if (code === 0) count(args.includes('--again') ? 'files written again' : 'exports');
  };

  const status = (): ReturnType<Operators['status']> => operators.red('bank', 'status');

  const decideAll = async ({ account, unexplained }: Shown): Promise<void> => {
    const profile = SPECS.find(({ id }) => id === account)!;
    for (const { entry, amount } of unexplained) {
      const decision = await decisionOf(foundation, bank, profile, amount);
      if (!decision) continue;
      await operators.agree('bank', 'decide', entry, ...decision, ...WHY);
      count(`decided ${decision[1]}`);
    }
  };

  return {
    counts,
    calm: () => {
      isCalm = true;
    },
    status: () => statusOf(operators),
    async work(isOver) {
      while (!isOver()) {
        await delay(EVERY_MS * (0.5 + chance.share()));
        try {
          for (const { id } of SPECS) await command('--account', id);
          const { accounts } = await status().catch(() => statusOf(operators));
          for (const account of accounts) {
            for (const id of account.unwritten) await command('--account', account.account, '--again', id);
            await decideAll(account);
          }
        } catch {
          // Postgres is being killed meanwhile: they look again.
          count('commands that failed');
        }
      }
    },
  };
}

/** It is not well whenever anything waits, and here something always may. */
function statusOf(operators: TwoOperators): ReturnType<Operators['status']> {
  return operators
    .json(operators.ana, 'bank', 'status')
    .catch(() => operators.red('bank', 'status')) as ReturnType<Operators['status']>;
}

/** What the bank's own pages say of a movement, which has an amount of its own. */
async function decisionOf(
  { db }: Foundation,
  bank: OwnBank,
  profile: Spec,
  amount: string,
): Promise<string[] | undefined> {
  const cents = BigInt(Math.round(Number(amount) * 100));
  const manual = bank.manual.find((one) => one.profile === profile && one.entry.cents === cents);
  if (manual) return manual.isOwn ? ['--as', 'own'] : undefined;
  const returned = bank.sent.find(
    (one) => one.profile === profile && one.isReturned && one.cents - one.fee === cents,
  );
  if (returned) return ['--as', 'return', '--of', returned.id];
  const taken = bank.takenBack.find(({ entry, of }) => of.profile === profile && entry.cents === cents);
  if (!taken) return undefined;
  const { rows } = await db.read.query<{ reference: string }>({
    text: `select provider_reference as reference from deposits
            where provider = 'bank' and asset = $1 and amount = $2::numeric and status <> 'failed'`,
    values: [profile.currency, plain(cents)],
  });
  return rows.length === 1 ? ['--as', 'taken-back', '--of', rows[0]!.reference] : undefined;
}
