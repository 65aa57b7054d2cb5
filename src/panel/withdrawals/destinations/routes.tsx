import { findAccount } from '../../../accounts/index.ts';
import { readClock } from '../../../clock/index.ts';
import { DomainError } from '../../../lib/errors/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { listMethods, type Method } from '../../../methods/index.ts';
import { type DestinationParts, findDestination, listDestinations } from '../../../treasury/index.ts';
import { createOnce } from '../../request/once.ts';
import { reasonOf } from '../../request/refusal.ts';
import { MONEY, pathTo, type MemberVisit, type Route } from '../../request/route.ts';
import type { PanelServices } from '../../request/services.ts';
import { READERS } from '../../request/readers.ts';
import {
  addPage,
  chooseMethodPage,
  destinationPage,
  destinationsPage,
  FIELDS,
  type DestinationDraft,
} from './pages.tsx';
import { DESTINATIONS } from './texts.ts';

const NOTHING = Object.fromEntries(FIELDS.map((name) => [name, ''])) as DestinationDraft;

/** Where an account may withdraw to. */
export function destinationRoutes(services: PanelServices): Route[] {
  const { db, providers, destinations } = services;
  const once = createOnce(services);

  /** By which the account can send money out here. */
  const listOpenMethods = async (accountId: string): Promise<Method[]> => {
    const [methods, account] = await Promise.all([
      listMethods(db.read),
      findAccount(db.read, { id: accountId }),
    ]);
    return methods.filter(
      ({ name, kind, enabled, provider }) =>
        enabled &&
        kind !== 'key' &&
        providers.find(provider) !== undefined &&
        account?.disabledMethods.includes(name) === false,
    );
  };

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/destinations',
      access: READERS,
      handle: async (visit) => {
        const [destinations, now] = await Promise.all([
          listDestinations(db.read, { accountId: visit.accountId }),
          readClock(db.read),
        ]);
        return { page: destinationsPage(visit, { destinations, now }) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/destinations/new',
      access: MONEY,
      handle: async (visit) => {
        const methods = await listOpenMethods(visit.accountId);
        const method = methods.find(({ name }) => name === visit.query('method'));
        return {
          page: method ? addPage(visit, { method, draft: NOTHING }) : chooseMethodPage(visit, methods),
        };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/withdrawals/destinations/new',
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const { accountId, actor, language } = visit;
        const methods = await listOpenMethods(accountId);
        const method = methods.find(({ name }) => name === visit.field('method'));
        if (!method) return { page: chooseMethodPage(visit, methods), status: 422 };
        const draft = draftOf(visit);
        try {
          await once(visit, () => async (trx) => {
            const { label } = draft;
            const parts = partsOf(method, draft);
            return {
              id: await destinations.save(trx, accountId, actor, {
                label,
                method: method.name,
                parts,
              }),
            };
          });
          return { redirect: `${pathTo(visit, 'withdrawals/destinations')}?notice=added` };
        } catch (error) {
          const problem = reasonOf(error, DESTINATIONS[language].problems);
          return { page: addPage(visit, { method, draft, problem }), status: 422 };
        }
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/withdrawals/destinations/:destination',
      access: READERS,
      handle: async (visit) => {
        const id = visit.param('destination');
        const [destination, now] = await Promise.all([
          isId(id) ? findDestination(db.read, { accountId: visit.accountId, id }) : undefined,
          readClock(db.read),
        ]);
        if (!destination) throw new DomainError('destination_not_found');
        return { page: destinationPage(visit, destination, now) };
      },
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/withdrawals/destinations/:destination/remove',
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const id = visit.param('destination');
        if (!isId(id)) throw new DomainError('destination_not_found');
        await db.transaction((trx) => destinations.remove(trx, visit.accountId, visit.actor, id));
        return { redirect: `${pathTo(visit, 'withdrawals/destinations')}?notice=removed` };
      },
    },
  ];
}

function draftOf(visit: MemberVisit): DestinationDraft {
  return Object.fromEntries(FIELDS.map((name) => [name, visit.field(name).trim()])) as DestinationDraft;
}

/** People write numbers in groups. */
function partsOf({ network }: Method, draft: DestinationDraft): DestinationParts {
  const digits = (text: string): string => text.replaceAll(/[\s-]/g, '');
  return {
    clabe: digits(draft.clabe),
    beneficiary: draft.beneficiary === '' ? undefined : draft.beneficiary,
    address: draft.address,
    network: network ?? undefined,
    bankAccountNumber: digits(draft.bank_account_number),
    bankRoutingNumber: digits(draft.bank_routing_number),
    bankAccountName: draft.bank_account_name,
  };
}
