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
import type { Register, Written } from './register.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const EVERY_MS = 800;
/** About as long as the command takes. */
const KILLED_WITHIN_MS = 1_600;
const WHY = ['--reason', 'Chaos', '--evidence', 'scripts/chaos/bank'];

interface Waiting {
  id: string;
  file: string;
  opening: string | null;
  closing: string | null;
  reason: string;
}

interface Shown {
  account: string;
  closing: string | null;
  closed_on: string | null;
  waiting: Waiting[];
  folder: { file: string; reason: string }[];
  unexplained: { entry: string; amount: string }[];
  unwritten: string[];
}

export interface Status {
  ok: boolean;
  accounts: Shown[];
  refused: { file: string; reason: string }[];
}

/** Two people who release payment files, and decide on what waits or is unexplained by what the bank's own pages say. */
export interface Operators {
  readonly counts: Record<string, number>;
  /** What they saw that the bank's pages contradict. */
  readonly faults: ReadonlySet<string>;
  /** The files of which they let go what waited. */
  readonly discarded: ReadonlySet<string>;
  work(isOver: () => boolean): Promise<void>;
  /** From now on their commands are not killed any more. */
  calm(): void;
  status(): Promise<Status>;
  /** Lets go of all that waits, as far as it may be. */
  discardAll(): Promise<void>;
}

export async function hireOperators(
  foundation: Foundation,
  { bank, register }: { bank: OwnBank; register: Register },
  environment: Record<string, string>,
  chance: Chance,
): Promise<Operators> {
  const operators = await addTwoOperators({ foundation });
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const faults = new Set<string>();
  const discarded = new Set<string>();
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

  /** Discards what is not the bank's, or what it tells by another file, with the balance that its portal shows. */
  const discard = async (
    { closing, closed_on }: Shown,
    { id, file }: Waiting,
    account: Spec['id'],
  ): Promise<void> => {
    const shown = bank.bookOf({ id: account }).statements.find(({ date }) => date === closed_on);
    if (!shown || closing === null) return;
    const balance = `${shown.closing < 0n ? '-' : ''}${plain(shown.closing)}`;
    if (Number(balance) !== Number(closing)) {
      // Of some days only a half is accepted yet.
      if (!register.isInHalves(account, shown.day))
        faults.add(`the books of ${account} closed ${closed_on} with ${closing}, not ${balance}`);
      return;
    }
    // Refused if the books have gone on meanwhile: they look again.
    await operators.agree('bank', 'discard', id, '--balance', balance, ...WHY);
    discarded.add(file);
  };

  /** One day in two messages, each of which the portal shows so: in their turn. */
  const accept = async ({ closing }: Shown, waiting: Waiting): Promise<void> => {
    if (waiting.opening !== closing || waiting.closing === null) return;
    await operators.agree('bank', 'accept', waiting.id, '--balance', waiting.closing, ...WHY);
    count('accepted: a half of a day');
  };

  /** What waits must be a forgery, or about days that payers have bent, or be on its way. */
  const lookAtWaiting = async (shown: Shown, waiting: Waiting, isAll: boolean): Promise<void> => {
    const { file, reason } = waiting;
    const written = register.find(file);
    if (!written) return void faults.add(`the file ${file}, which nobody wrote, waits`);
    const why = WHYS.find(({ words }) => words.test(reason))?.why;
    if (why === undefined) faults.add(`${file} waits, and why is not known: ${reason}`);
    if (why === 'on its way' && !written.isForged) return;
    if (written.kind === 'MT940 in halves') return accept(shown, waiting);
    if (!written.isForged && !register.isTouched(written))
      return void faults.add(`${file} (${written.kind}) is the bank's, and waits: ${reason}`);
    if (written.isForged && !isAll && !chance.happens(0.2)) return;
    askAgain(written);
    await discard(shown, waiting, written.account);
    count(`discarded: ${written.isForged ? 'a forgery' : 'what payers bent'}, ${why}`);
  };

  /** A file that payers have bent has not told its days: the bank is asked for another format. */
  const askAgain = ({ isBent, isForged, account, first, last }: Written): void => {
    if (isBent && !isForged) bank.teller.tellOtherwise(bank.bookOf({ id: account }), { first, last });
  };

  const decideAll = async ({ account, unexplained }: Shown): Promise<void> => {
    const profile = SPECS.find(({ id }) => id === account)!;
    for (const { entry, amount } of unexplained) {
      const decision = await decisionOf(foundation, bank, profile, amount);
      if (!decision) continue;
      await operators.agree('bank', 'decide', entry, ...decision, ...WHY);
      count(`decided ${decision[1]}`);
    }
  };

  const lookAtRefused = ({ refused }: Status): void => {
    for (const { file } of refused) {
      const written = register.find(file);
      if (written) askAgain(written);
    }
  };

  return {
    ...{ counts, faults, discarded },
    calm: () => {
      isCalm = true;
    },
    status: () => statusOf(operators),
    async work(isOver) {
      while (!isOver()) {
        await delay(EVERY_MS * (0.5 + chance.share()));
        try {
          for (const { id } of SPECS) await command('--account', id);
          const seen = await statusOf(operators);
          lookAtRefused(seen);
          for (const account of seen.accounts) {
            for (const id of account.unwritten) await command('--account', account.account, '--again', id);
            await decideAll(account);
            for (const one of account.waiting) await lookAtWaiting(account, one, false);
          }
        } catch {
          // Postgres is being killed meanwhile: they look again.
          count('commands that failed');
        }
      }
    },
    async discardAll() {
      for (const account of (await statusOf(operators)).accounts)
        for (const one of account.waiting) await lookAtWaiting(account, one, true);
    },
  };
}

/** Why a statement may wait, in the words of `bank status`. */
const WHYS = [
  { words: /waits for its other pages/, why: 'on its way' },
  { words: /is booked when what is missing has come/, why: 'on its way' },
  { words: /does not say the same/, why: 'restated' },
  { words: /could have written/, why: 'doubtful' },
] as const;

/** It is not well whenever anything waits, and here something always may. */
function statusOf(operators: TwoOperators): ReturnType<Operators['status']> {
  return operators
    .json(operators.ana, 'bank', 'status')
    .catch(() => operators.red('bank', 'status')) as ReturnType<Operators['status']>;
}

const PLAINLY = [
  { kind: 'credit', as: 'payer' },
  { kind: 'own', as: 'own' },
  { kind: 'fee', as: 'cost' },
] as const;

/** What the bank's own pages say of a movement, which has an amount of its own. */
async function decisionOf(
  { db }: Foundation,
  bank: OwnBank,
  profile: Spec,
  amount: string,
): Promise<string[] | undefined> {
  const cents = BigInt(Math.round(Number(amount) * 100));
  const real = bank.entries.filter((one) => one.profile === profile && one.entry.cents === cents);
  // A line that a payer wrote, and what it says never was.
  if (real.length === 0) return ['--as', 'own'];
  const plainly = PLAINLY.find(({ kind }) => real.every(({ entry }) => entry.kind === kind));
  if (plainly) return ['--as', plainly.as];
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
