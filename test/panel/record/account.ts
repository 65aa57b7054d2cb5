import type { Role } from '../../../src/people/roles.ts';
import type { Route } from '../../../src/panel/request/route.ts';
import { arrival, postAlone } from '../../ledger/entries.ts';
import type { TestService } from '../../support/service.ts';
import { treasurer } from '../../treasury/rig.ts';
import { ALL_FIXTURES } from '../all-fixtures.ts';
import { handIn, statement, type Bank } from '../bank-statements/files.ts';
import { createPaidLink } from '../links/fixtures.ts';
import { spending } from '../overview/activity.ts';
import { inviteTo, join, type Person } from '../people.ts';

/** No time of the run itself is on the pages: neither its day nor how long it takes. */
const START = new Date('2031-03-15T18:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BANK_FILE = '/panel/accounts/:account/bank-statements/:file';

export const RECORDED_ROLES = ['owner', 'finance', 'viewer'] as const satisfies readonly Role[];
export type RecordedRole = (typeof RECORDED_ROLES)[number];

export interface RecordedAccount {
  people: Record<RecordedRole, Person>;
  /** A route's path with each of the things that the account has of its kind in place of the parameter. */
  fill(path: string): readonly string[];
  /** Lets a second pass, because lists show the newest first, and in any order those of the same time. */
  passSecond(): Promise<void>;
}

/** An account that has one of everything that the panel shows, at a time that does not depend on the day of the run. */
export async function createRecordedAccount(bank: Bank, routes: readonly Route[]): Promise<RecordedAccount> {
  const { service, account } = bank;
  await service.database.query(`update currency_rates set set_at = '2031-03-10 12:00Z'`);
  await earnFor20Days(bank);
  await stopClock(service, START);
  const made = await makeOneOfEach(bank, routes);
  const people = {} as Record<RecordedRole, Person>;
  for (const role of RECORDED_ROLES) people[role] = await join(service, account.id, role);
  await people.owner.visitor.post(`/panel/accounts/${account.id}/settings/reporting`, {
    time_zone: 'America/Mexico_City',
    base_currency: 'MXN',
  });
  await createPaidLink(account, { description: 'Order <9>', metadata: { order_id: '9' } });
  await (await treasurer(service, account, 'owner')).limit('5000');
  const file = statement({ opening: '100.00', credit: '40.00', closing: '140.00' });
  const handedIn = await handIn(people.finance, account.id, file);
  const { url } = await inviteTo(service, account.id, 'viewer', 'new@acme.example');
  made.set('token', [lastOf(url)]);
  return {
    people,
    passSecond: async () => {
      const [clock] = await service.database.query('select service_now() as now');
      await stopClock(service, new Date((clock?.['now'] as Date).getTime() + 1_000));
    },
    fill: (path) => {
      const ofAccount = path.replace(':account', account.id);
      if (path.startsWith(BANK_FILE))
        return [ofAccount.replace(':file', lastOf(handedIn.headers.get('location') ?? ''))];
      const names = [...ofAccount.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const filled = (at: number): string =>
        names.reduce(
          (text, name) => text.replace(`:${name}`, made.get(name)?.at(at) ?? 'unknown'),
          ofAccount,
        );
      return [...(made.get(names[0] ?? '') ?? [''])].map((_, at) => filled(at));
    },
  };
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? '';

/** What the chart and the statement of the month show. */
async function earnFor20Days({ service, account }: Bank): Promise<void> {
  const { db } = service.foundation;
  for (const [at, amount] of ['1200.5', '310', '4875.25', '99.99', '2600'].entries()) {
    await stopClock(service, new Date(START.getTime() - (20 - 3 * at) * DAY_MS));
    const method = at % 2 === 0 ? 'SPEI' : 'USDC';
    await postAlone(db, arrival(account.id, 'MXNB', amount, { method }));
    await postAlone(db, spending(account.id, 'withdrawal', 'MXNB', '50'));
  }
}

/** From now on it is this time: prices, which move with it, are the same for each run, and whatever is due in a while. */
function stopClock({ database }: TestService, at: Date): Promise<unknown> {
  return database.query(
    `create or replace function service_now() returns timestamptz language sql stable as
       $$ select timestamptz '${at.toISOString()}' $$`,
  );
}

/** The values of the parameters of paths, by the parameter's name, with one for each state that an area's fixtures make. */
async function makeOneOfEach(
  { service, account }: Bank,
  routes: readonly Route[],
): Promise<Map<string, readonly string[]>> {
  const made = new Map<string, readonly string[]>();
  const makers = new Set<unknown>();
  for (const { path } of routes) {
    for (const [, name = ''] of path.replace(':account', '').matchAll(/:(\w+)/g)) {
      const maker = ALL_FIXTURES.makers[`${path} ${name}`] ?? ALL_FIXTURES.makers[name];
      if (maker === undefined || makers.has(maker)) continue;
      makers.add(maker);
      // Lists show the newest first; of what was made at the same time, the first would be any.
      await stopClock(service, new Date(START.getTime() + makers.size * MINUTE_MS));
      made.set(name, [...(made.get(name) ?? []), await maker(service, account)]);
    }
  }
  return made;
}
