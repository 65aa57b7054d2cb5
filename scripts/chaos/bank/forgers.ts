import { setTimeout as delay } from 'node:timers/promises';
import { BANK_STATEMENTS } from '../../../src/panel/bank-statements/texts.ts';
import { handIn } from '../../../test/panel/bank-statements/files.ts';
import { join, signInAnew, type Person } from '../../../test/panel/people.ts';
import type { Answer } from '../../../test/support/client.ts';
import type { TestService } from '../../../test/support/service.ts';
import type { Chance } from '../chance.ts';
import { persistently } from '../processes.ts';
import { CAP, SPECS, type Spec } from './accounts.ts';
import { plain } from './files.ts';
import { figuresOf, forgeryOf, openDayOf, type Figures, type Links } from './forgeries.ts';
import type { Statement } from './ledger.ts';
import type { OwnBank } from './own-bank.ts';
import { openLinkFor, type People, type Surroundings } from './people.ts';
import type { Register } from './register.ts';
import type { HasClosed, StatementFile } from './teller.ts';

const PAUSE_MS = 300;
const TIMEOUT_MS = 30_000;
/** How many days the service may be behind the bank. */
const FAR_BEHIND = 25;

/** The account's people who hand in statements: two who forge, and two who do not. */
export interface Finance {
  readonly counts: Record<string, number>;
  readonly faults: string[];
  work(isOver: () => boolean): Promise<void>;
}

export async function hireFinance(
  surroundings: Surroundings & { people: People; bank: OwnBank; register: Register },
  hasClosed: HasClosed,
  chance: Chance,
): Promise<Finance> {
  const { foundation, account, baseUrl, people, bank, register } = surroundings;
  const service = {
    foundation,
    get baseUrl() {
      return baseUrl();
    },
    database: {
      query: async (text: string, values: unknown[] = []) =>
        (await foundation.db.transaction((trx) => trx.query({ text, values }))).rows,
    },
  } as unknown as TestService;
  const hire = (role: 'owner' | 'finance') => join(service, account.id, role);
  const [forgers, honest] = [
    [await hire('finance'), await hire('finance')],
    [await hire('owner'), await hire('finance')],
  ] as const;
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const links = new Map<Spec['id'], Links>();
  let made = 0;

  /** As often as it takes: the service is being killed meanwhile. */
  const send = (act: () => Promise<Answer>): Promise<Answer> =>
    persistently(async () => {
      await signInAnew(service);
      const answer = await act();
      if (answer.status >= 500 || answer.status === 429) throw new Error(`responded ${answer.status}`);
      return answer;
    }, TIMEOUT_MS);

  const upload = async (person: Person, { content, name }: StatementFile): Promise<string | undefined> => {
    const answer = await send(() => handIn(person, account.id, content, name));
    const path = answer.headers.get('location') ?? '';
    if (answer.status === 303 && !path.includes('?')) return path;
    return void faults.push(`a file could not be handed in: ${outcomeOf(answer)}`);
  };

  const confirm = async (person: Person, path: string, { id }: Spec, figures: Figures): Promise<string> => {
    const answer = await send(() => person.visitor.post(`${path}/confirm`, formOf(id, figures)));
    const outcome = outcomeOf(answer);
    // Or what is done with forgeries would go unseen.
    if (outcome === '303') faults.push(`a confirmation led to ${answer.headers.get('location')}`);
    return outcome;
  };

  const linksOf = async (profile: Spec): Promise<Links | undefined> => {
    // New ones now and then, so that no forgery is known from another.
    const known = links.get(profile.id);
    if (known && !chance.happens(0.2)) return known;
    const open = (least: number) =>
      openLinkFor(surroundings, people, profile, (least + 777 + 0.11 * ++made).toFixed(2));
    const [below, above] = [await open(0), await open(Number(CAP[profile.id]))];
    if (!below || !above) return known;
    links.set(profile.id, { below, above });
    return links.get(profile.id);
  };

  /** Types what the file says; then somebody honest types what the portal shows, and lets go of it. */
  const forge = async (forger: Person, profile: Spec): Promise<void> => {
    const book = bank.bookOf(profile);
    const closed = await lastClosed(profile);
    const own = closed && (await linksOf(profile));
    if (!closed || !own) return count('nothing to forge yet');
    const making = { book, links: own, chance, teller: bank.teller, closed, open: openDayOf(book) };
    const { kind, file, says, shown } = forgeryOf(making);
    const path = await upload(forger, file);
    if (path === undefined) return;
    const alone = await confirm(forger, path, profile, says);
    count(`${kind}, alone: ${alone}`);
    if (alone === 'taken_in') return;
    if (chance.happens(0.7)) {
      const second = await confirm(honest[0], path, profile, shown);
      count(`${kind}, with a second person: ${second}`);
      if (second === 'taken_in' && register.find(file.name)?.isForged === true)
        faults.push(`${file.name} was taken in for the figures of the portal`);
    }
    await send(() => honest[1].visitor.post(`${path}/discard`, {}));
  };

  /** What an honest person hands in is taken in for what the portal shows. */
  const tellTruth = async (profile: Spec): Promise<void> => {
    const statement = bank.bookOf(profile).statements.at(-1);
    if (!statement || bank.teller.inHalves.has(statement)) return;
    const id = `PANEL-${statement.id}-${++made}`;
    const kind = { kind: 'handed in' };
    const format = chance.pick(['camt.053', 'BAI2'] as const);
    const path = await upload(honest[0], bank.teller.file(profile, format, [{ ...statement, id }], kind));
    if (path === undefined) return;
    const shown = figuresOf(statement);
    const first = await confirm(honest[0], path, profile, shown);
    count(`a true day: ${first}`);
    if (first === 'confirmed')
      count(`a true day, by both: ${await confirm(honest[1], path, profile, shown)}`);
  };

  const lastClosed = async (profile: Spec): Promise<Statement | undefined> => {
    for (const one of bank.bookOf(profile).statements.slice(-FAR_BEHIND).toReversed())
      if (await persistently(() => hasClosed(profile.id, one.date, one.closing), TIMEOUT_MS)) return one;
    return undefined;
  };

  return {
    counts,
    faults,
    async work(isOver) {
      while (!isOver()) {
        const profile = chance.pick(SPECS);
        const [one, other] = forgers;
        try {
          // Two at once now and then, beside the true file.
          if (chance.happens(0.3))
            await Promise.all([forge(one, profile), forge(other, profile), tellTruth(profile)]);
          else if (chance.happens(0.2)) await tellTruth(profile);
          else await forge(chance.pick(forgers), profile);
        } catch (error) {
          count(`failed: ${(error as Error).message.slice(0, 60)}`);
        }
        await delay(PAUSE_MS * (0.5 + chance.share()));
      }
    },
  };
}

function formOf(account: string, { closing, credits, debits }: Figures): Record<string, string> {
  const typed = {
    balance: `${closing < 0n ? '-' : ''}${plain(closing)}`,
    ...{ credit_count: String(credits.count), credit_sum: plain(credits.sum) },
    ...{ debit_count: String(debits.count), debit_sum: plain(debits.sum) },
  };
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [`${name}-${account}`, value]));
}

/** `taken_in`, `confirmed` by one of two, or why not. */
function outcomeOf({ status, headers, text }: Answer): string {
  const [, flash] = /[?&]flash=(\w+)/.exec(headers.get('location') ?? '') ?? [];
  if (flash !== undefined) return flash;
  const problem = Object.entries(BANK_STATEMENTS.en.problems).find(([, words]) => text.includes(words));
  return problem?.[0] ?? String(status);
}
