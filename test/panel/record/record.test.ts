import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../../src/pages/language.ts';
import { panelRoutes } from '../../../src/panel/areas.ts';
import { paths } from '../../../src/panel/request/paths.ts';
import type { Route } from '../../../src/panel/request/route.ts';
import type { PanelServices } from '../../../src/panel/request/services.ts';
import type { Answer } from '../../support/client.ts';
import { ALL_FIXTURES } from '../all-fixtures.ts';
import { startBank, type Bank } from '../bank-statements/files.ts';
import { forgetProofs, join, peopleOf, Visitor } from '../people.ts';
import { createRecordedAccount, RECORDED_ROLES, type RecordedAccount } from './account.ts';
import { digestOf, steady } from './steady.ts';

const RECORD = new URL('record.txt', import.meta.url);
/** Another version may write dates and numbers otherwise. */
const ICU = '78';
/** A folder for the pages themselves, to compare those of two states. */
const PAGES = process.env['PANEL_PAGES'];

describe('the pages of the panel', function () {
  this.timeout(300_000);
  let bank: Bank;
  let routes: Route[];
  let recorded: RecordedAccount;
  const lines: string[] = [];

  before(async function () {
    if (process.versions.icu?.split('.')[0] !== ICU) this.skip();
    bank = await startBank();
    const { foundation } = bank.service;
    const services: Partial<PanelServices> = { ...foundation, people: peopleOf(bank.service), isTest: true };
    routes = panelRoutes(services as PanelServices);
    recorded = await createRecordedAccount(bank, routes);
  });
  after(() => bank?.close());

  const note = (name: string, { status, headers, text }: Answer): void => {
    const isPage = headers.get('content-type')?.startsWith('text/html') === true;
    const shown = steady(headers.get('location') ?? (isPage ? text : ''));
    lines.push(`${name} ${status} ${shown.length} ${digestOf(shown)}`);
    if (PAGES === undefined) return;
    mkdirSync(PAGES, { recursive: true });
    // A tag on each line, so that two versions can be compared.
    writeFileSync(joinPath(PAGES, `${name.replaceAll(/\W+/g, '-')}.html`), shown.replaceAll('><', '>\n<'));
  };
  const nameOf = ({ method, path }: Route, ...parts: readonly (string | number)[]) =>
    [path.replace('/panel/accounts/:account', '…'), method, ...parts].join(' ');
  const speak = (visitor: Visitor, language: Language) => visitor.post(paths.language, { language });

  const visitPages = async (language: Language, who: string, visitor: Visitor) => {
    await speak(visitor, language);
    for (const route of routes.filter(({ method }) => method === 'get')) {
      for (const [at, path] of recorded.fill(route.path).entries())
        note(nameOf(route, who, language, at), await visitor.get(path));
    }
  };
  const newOwner = async (language: Language) => {
    const { visitor } = await join(bank.service, bank.account.id, 'owner');
    await speak(visitor, language);
    return visitor;
  };
  /** What an owner gets who sends a form, empty and as it should be. */
  const sendForms = async (language: Language) => {
    const owner = await newOwner(language);
    for (const route of routes.filter(({ method }) => method === 'post')) {
      const [path = ''] = recorded.fill(route.path);
      await recorded.passSecond();
      // Those that are not of the account can end the session, or take away the way to sign in.
      const visitor = typeof route.access === 'string' ? await newOwner(language) : owner;
      note(nameOf(route, 'empty', language), await visitor.post(path, { once: randomUUID() }));
      const form = await ALL_FIXTURES.forms[route.path]?.(bank.service, bank.account);
      if (!form) continue;
      const answer = await visitor.post(path, { once: randomUUID(), ...form });
      note(nameOf(route, 'filled', language), answer);
    }
  };

  it('are those of the record, for each role and in each language', async () => {
    for (const language of LANGUAGES) {
      for (const role of RECORDED_ROLES) await visitPages(language, role, recorded.people[role].visitor);
      await visitPages(language, 'nobody', new Visitor(bank.service));
    }
    await forgetProofs(bank.service);
    await visitPages('en', 'owner without a fresh proof', recorded.people.owner.visitor);
    for (const language of LANGUAGES) await sendForms(language);
    const record = `${lines.toSorted().join('\n')}\n`;
    if (process.env['PANEL_RECORD'] === 'new') writeFileSync(RECORD, record);
    const known = readFileSync(RECORD, 'utf8').split('\n');
    const found = record.split('\n');
    const without = (some: readonly string[], others: readonly string[]) => {
      const all = new Set(others);
      return some.filter((line) => !all.has(line));
    };
    expect({ gone: without(known, found), new: without(found, known) }).to.deep.equal({ gone: [], new: [] });
  });
});
