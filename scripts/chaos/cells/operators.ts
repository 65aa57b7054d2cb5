import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Step } from '../../../src/account-moves/move.ts';
import { withDatabase } from '../../../src/commands/deployment/deployment.ts';
import { readConfig } from '../../../src/config/config.ts';
import { send } from '../../../test/support/client.ts';
import type { Chance } from '../chance.ts';
import { findLedgerFaults } from './books.ts';
import { runCommand, type Operator, type Outcome } from './command.ts';
import { openShop, type RunningCell } from './deployment.ts';
import { canSignIn, invite, joinAsOwner, opensAccount, resetSignIn, type Invitation } from './invitations.ts';
import type { Calls } from './shop.ts';
import { Tenant } from './tenants.ts';
import { findUntrue, trade } from './trade.ts';

const CALLERS_PER_ACCOUNT = 2;
const DEEDS_PER_CYCLE = 4;
const STEPS: readonly Step[] = ['begun', 'copied', 'proven', 'frozen', 'left', 'arrived'];
/** All that is wrong is mended after so many commands. */
const MOST_ADVICE = 20;
const MOST_ASKED = 10;
/** How a program of before accounts could move is connected. */
const OLDER_PROGRAM = 'payments/20260101000000';
/** What `cells status` says to run. */
const ADVICE = /payments (accounts (?:move|take-up|settle)[^.:]*)/;

interface Backup {
  cell: number;
  file: string;
  beganMs: number;
}

interface Ordered {
  tenant: Tenant;
  from: number;
  to: number;
}

/**
 * Moves accounts that trade all the time, while operators repeat commands of earlier moves, kill those at work, run them
 * beside an older program, and restore cells from any of their backups; and while a stranger invites the accounts' owners
 * wherever they may come. Operators then do what `cells status` says. Nothing may be lost but what the restored cell did since
 * its backup, no account may work in two cells or in none unless `cells status` names it, no invitation of a stranger may open
 * an account, and the books must be in order (D74).
 */
export async function errUnderLoad(
  cells: readonly RunningCell[],
  calls: Calls,
  options: { cellsFile: string; folder: string; cycles: number; chance: () => Chance },
): Promise<{ report: object; faults: string[] }> {
  const operators = await Operators.at(cells, calls, options);
  let isOver = false;
  const trading = Promise.all(
    operators.tenants.flatMap((tenant) =>
      Array.from({ length: CALLERS_PER_ACCOUNT }, () =>
        trade(tenant.shop, calls, tenant.trade, { isOver: () => isOver, chance: options.chance() }),
      ),
    ),
  );
  try {
    for (let cycle = 0; cycle < options.cycles; cycle += 1) await operators.err();
    await operators.mend();
  } finally {
    isOver = true;
    await trading;
  }
  return operators.judge();
}

class Operators {
  readonly #cells: readonly RunningCell[];
  readonly #calls: Calls;
  readonly #operator: Operator;
  readonly #folder: string;
  readonly #chance: Chance;
  readonly tenants: readonly Tenant[];
  /** An account of a stranger in each cell. */
  readonly #strangers: readonly string[];
  readonly #invitations: Invitation[] = [];
  readonly #ordered: Ordered[] = [];
  readonly #backups: Backup[] = [];
  readonly #faults: string[] = [];
  readonly #counts: Record<string, number> = {};
  /** What was done, one after the other. */
  readonly #history: string[] = [];

  private constructor(ground: {
    cells: readonly RunningCell[];
    calls: Calls;
    operator: Operator;
    folder: string;
    chance: Chance;
    tenants: readonly Tenant[];
    strangers: readonly string[];
  }) {
    this.#cells = ground.cells;
    this.#calls = ground.calls;
    this.#operator = ground.operator;
    this.#folder = ground.folder;
    this.#chance = ground.chance;
    this.tenants = ground.tenants;
    this.#strangers = ground.strangers;
  }

  static async at(
    cells: readonly RunningCell[],
    calls: Calls,
    { cellsFile, folder, chance }: { cellsFile: string; folder: string; chance: () => Chance },
  ): Promise<Operators> {
    const keys: string[] = [];
    const operator = { cellsFile, keys };
    const tenants: Tenant[] = [];
    const strangers: string[] = [];
    for (const cell of cells) {
      const on = ['--cell', String(cell.cell)];
      const added = await required(runCommand(operator, [...on, 'operators', 'add', '--name', 'ana']));
      keys.push(String(added['key']));
      const opened = await required(
        runCommand(operator, [...on, 'accounts', 'create', '--name', 'Stranger', '--approved']),
      );
      strangers.push(String(opened['id']));
      // One of its own: what the cell's first account has done by now would take long to move, again and again.
      const shop = { ...cell, ...(await openShop(cell.environment)) };
      tenants.push(new Tenant(shop, await joinAsOwner(operator, shop)));
    }
    return new Operators({ cells, calls, operator, folder, chance: chance(), tenants, strangers });
  }

  /** A backup, some deeds, and a restore from any backup; in between and after it, all is where it should be, or named. */
  async err(): Promise<void> {
    await this.#backUp();
    for (let deed = 0; deed < DEEDS_PER_CYCLE; deed += 1) {
      const deeds = [
        () => this.#move(),
        () => this.#move(),
        () => this.#repeat(),
        () => this.#moveBesideOlder(),
      ];
      await this.#chance.pick(deeds)();
      await this.#look();
    }
    await this.#restore();
    await this.#look();
    if (this.#chance.happens(0.5)) await this.mend();
  }

  /** Does what `cells status` says, until nothing is wrong. */
  async mend(): Promise<void> {
    for (let done = 0; done < MOST_ADVICE; done += 1) {
      const advice = (await this.#status()).flatMap((wrong) => ADVICE.exec(wrong)?.[1] ?? []);
      const [command] = advice;
      if (command === undefined) break;
      await this.#follow(command.trim());
      await this.#look();
    }
    const wrong = await this.#status();
    if (wrong.length > 0) this.#faults.push(`\`cells status\` says for good: ${wrong.join(' ')}`);
  }

  async judge(): Promise<{ report: object; faults: string[] }> {
    let told = 0;
    let refused = 0;
    for (const tenant of this.tenants) {
      const { shop, owner, trade: its, accountId } = tenant;
      told += its.orders.length;
      refused += its.refused.length;
      this.#faults.push(...(await findUntrue(shop, this.#calls, its, tenant.mayHaveLost)));
      const [at = 0] = await this.#cellsWith(tenant);
      const cell = this.#cells[at] as RunningCell;
      if (!(await canSignIn(cell, owner)))
        this.#faults.push(`the owner of ${accountId} cannot sign in to cell ${at}`);
    }
    for (const invitation of this.#invitations)
      if (await opensAccount(invitation))
        this.#faults.push(`a stranger's link opens ${invitation.accountId}`);
    this.#faults.push(...(await findLedgerFaults(this.#cells)));
    return {
      report: {
        errors: {
          ...this.#counts,
          history: this.#history,
          told,
          refused,
          invitations: this.#invitations.length,
        },
      },
      faults: this.#faults,
    };
  }

  async #backUp(): Promise<void> {
    const { cell } = this.#chance.pick(this.#cells);
    const file = join(this.#folder, `backup-${this.#backups.length}`);
    const beganMs = performance.now();
    await required(this.#run(['--cell', String(cell), 'backup', file]));
    this.#backups.push({ cell, file, beganMs });
  }

  /** Moves an account, while an earlier command may be run again; or kills the command. */
  async #move(): Promise<void> {
    const next = await this.#pickMove();
    const { tenant, to } = next;
    await this.#inviteOwner(tenant, to);
    const killedOnce = this.#chance.happens(0.4) ? this.#chance.pick(STEPS) : undefined;
    const earlier = this.#ordered.filter((one) => one.tenant === tenant);
    const again = this.#chance.happens(0.5) && earlier.length > 0 ? [this.#chance.pick(earlier)] : [];
    await Promise.all([this.#order(next, killedOnce), ...again.map((one) => this.#order(one))]);
  }

  async #repeat(): Promise<void> {
    if (this.#ordered.length > 0) await this.#order(this.#chance.pick(this.#ordered));
  }

  /** It must be refused: an older program would go on writing what is left behind. */
  async #moveBesideOlder(): Promise<void> {
    const next = await this.#pickMove();
    const { from, to } = next;
    const beside = this.#chance.pick(this.#cells.filter(({ cell }) => cell === from || cell === to));
    await withDatabase(readConfig(beside.environment), async (url) => {
      const older = new pg.Client({ connectionString: url, application_name: OLDER_PROGRAM });
      await older.connect();
      try {
        if ((await this.#order(next)).isDone)
          this.#faults.push(`an account moved beside an older program in cell ${beside.cell}`);
      } finally {
        await older.end();
      }
    });
  }

  /** An account that is moved on from where it works. */
  async #pickMove(): Promise<Ordered> {
    const tenant = this.#chance.pick(this.tenants);
    const [from = 0] = await this.#cellsWith(tenant);
    const { cell: to } = this.#chance.pick(this.#cells.filter(({ cell }) => cell !== from));
    return { tenant, from, to };
  }

  async #restore(): Promise<void> {
    const { cell, file, beganMs } = this.#chance.pick(this.#backups);
    const victim = this.#cells[cell] as RunningCell;
    const on = ['--cell', String(cell)];
    await victim.cutPower(async () => {
      await rm(String(victim.environment['DATA_DIR']), { recursive: true });
      await required(this.#run([...on, 'restore', file]));
      for (const tenant of this.tenants) tenant.cellRestored(cell, beganMs);
      await required(this.#run([...on, 'accounts', 'settle']));
    });
    this.#count('restores');
  }

  async #follow(command: string): Promise<void> {
    const { isDone, result, said } = await this.#run(command.split(' '));
    if (!isDone)
      return void this.#faults.push(`what \`cells status\` says cannot be done: ${command}: ${said}`);
    const [, accountId = '', cell = ''] = /^accounts take-up (\S+) --cell (\d+)$/.exec(command) ?? [];
    this.#count(String(command.split(' ')[1]));
    const tenant = this.tenants.find((one) => one.accountId === accountId);
    if (!tenant) return;
    tenant.takenUpIn(Number(cell));
    for (const lockedOut of (result as { cannot_sign_in: string[] }).cannot_sign_in)
      await this.#reset(tenant, this.#cells[Number(cell)] as RunningCell, lockedOut);
  }

  /** Gives an owner a new password, by the command that names who has none. */
  async #reset({ owner }: Tenant, cell: RunningCell, lockedOut: string): Promise<void> {
    const [email, command = ''] = lockedOut.split(': payments ');
    const { result } = await this.#run(command.split(' '));
    if (email === owner.email) await resetSignIn(cell, owner, String(result.sign_in_url));
    this.#count('resets');
  }

  async #order(ordered: Ordered, killedOnce?: Step): Promise<Outcome> {
    const { tenant, from, to } = ordered;
    tenant.mayComeTo(to);
    const args = ['--cell', String(from), 'accounts', 'move', tenant.accountId, '--to', String(to)];
    const outcome = await this.#run(args, killedOnce);
    if (this.#ordered.includes(ordered)) this.#count(outcome.isDone ? 'repeated' : 'refused again');
    else this.#count(killedOnce ? 'killed' : outcome.isDone ? 'moved' : 'refused');
    this.#ordered.push(ordered);
    return outcome;
  }

  async #inviteOwner({ owner, accountId }: Tenant, to: number): Promise<void> {
    const cell = this.#cells[to] as RunningCell;
    const stranger = { accountId: String(this.#strangers[to]), email: owner.email, role: 'viewer' };
    const path = await invite(this.#operator, cell, stranger).catch(() => undefined);
    // Whoever has a place in the cell already needs no link.
    if (path !== undefined) this.#invitations.push({ cell, accountId, path });
  }

  /** An account works in one cell, or `cells status` names it. */
  async #look(): Promise<void> {
    for (const tenant of this.tenants) {
      const found = await this.#cellsWith(tenant);
      const [only] = found;
      if (only !== undefined && found.length === 1) {
        tenant.isIn(only);
        continue;
      }
      this.#count('misplaced');
      const named = (await this.#status()).some((wrong) => wrong.includes(tenant.accountId));
      if (!named)
        this.#faults.push(`${tenant.accountId} works in cells [${found.join()}], which nobody is told`);
    }
  }

  /** The cells in which the account works, asked by themselves. */
  async #cellsWith({ shop }: Tenant): Promise<number[]> {
    const found: number[] = [];
    for (const { cell, environment } of this.#cells) {
      const { status } = await send(`http://127.0.0.1:${environment['PORT']}`, {
        ...{ method: 'GET', path: '/v1/balances', agent: this.#calls.agent },
        // As a proxy does that another cell has sent here.
        headers: { authorization: `Bearer ${shop.apiKey}`, 'payments-cell': String(cell) },
      });
      if (status === 200) found.push(cell);
    }
    return found;
  }

  /** What is wrong, once all cells have answered in time: on a busy machine, not at once. */
  async #status(): Promise<string[]> {
    for (let asked = 1; ; asked += 1) {
      const { result } = await this.#run(['cells', 'status']);
      const wrong = (result as { cells: { wrong: string[] }[] }).cells.flatMap((cell) => cell.wrong);
      if (!wrong.some((one) => one.includes('does not answer')) || asked === MOST_ASKED) return wrong;
    }
  }

  async #run(args: readonly string[], killedOnce?: Step): Promise<Outcome> {
    const outcome = await runCommand(this.#operator, args, killedOnce);
    const ended = killedOnce ? `killed once ${killedOnce}` : outcome.isDone ? 'done' : outcome.said.trim();
    this.#history.push(`${Math.round(performance.now())} ms: ${args.join(' ')}: ${ended}`);
    return outcome;
  }

  #count(deed: string): void {
    this.#counts[deed] = (this.#counts[deed] ?? 0) + 1;
  }
}

/** The result of a command that must succeed. */
async function required(outcome: Promise<Outcome>): Promise<Record<string, unknown>> {
  const { isDone, result, said } = await outcome;
  if (!isDone) throw new Error(`a command failed: ${said}${JSON.stringify(result)}`);
  return result as Record<string, unknown>;
}
