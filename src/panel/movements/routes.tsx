import { findHeld, listMovements, type MovementFilters, readMovements } from '../../ledger/index.ts';
import { endOfDay, startOfDay } from '../request/days.ts';
import type { PanelServices } from '../request/services.ts';
import { MEMBERS, type MemberVisit, type Route } from '../request/route.ts';
import { movementsToCsv } from './csv.ts';
import { movementsPage, type FilterForm } from './pages.tsx';
import { MOVEMENTS } from './texts.ts';

const PAGE_SIZE = 50;
const EXPORT_BATCH = 1_000;

/** Every change of the account's available balances, as the API lists them (D11). */
export function movementRoutes({ db, cursors }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/movements',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const form = formOf(visit);
        const filters = filtersOf(form);
        const [{ assets }, page] = await Promise.all([
          findHeld(db.read, accountId),
          cursors.list(
            { accountId, list: 'panel_movements', filters },
            { limit: PAGE_SIZE, cursor: visit.query('cursor') },
            {
              read: (range) =>
                listMovements(db.listRead(accountId, filters), { ...filters, ...range, accountId }),
              idOf: (row) => row.id,
              view: (row) => row,
            },
          ),
        ]);
        return { page: movementsPage(visit, form, assets, page) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/movements/csv',
      access: MEMBERS,
      handle: (visit) => {
        const range = { ...filtersOf(formOf(visit)), accountId: visit.accountId };
        const batches = readMovements((work) => db.snapshot(work), range, EXPORT_BATCH);
        return Promise.resolve({
          file: movementsToCsv(batches),
          name: 'movements.csv',
          type: 'text/csv; charset=utf-8',
        });
      },
    },
  ];
}

/** The filters of the query; invalid ones are dropped, and the form shows them as not set. */
function formOf(visit: MemberVisit): FilterForm {
  const matching = (name: string, pattern: RegExp): string => {
    const text = (visit.query(name) ?? '').trim();
    return pattern.test(text) ? text : '';
  };
  const type = visit.query('type') ?? '';
  const day = (name: string): string => (startOfDay(visit.query(name)) ? (visit.query(name) ?? '') : '');
  return {
    asset: matching('asset', /^[A-Z]{2,10}$/),
    type: Object.hasOwn(MOVEMENTS.en.types, type) ? type : '',
    from: day('from'),
    until: day('until'),
    link: matching('link', /^PL(-[A-Z0-9]{4}){3}$/i).toUpperCase(),
  };
}

function filtersOf({ asset, type, from, until, link }: FilterForm): MovementFilters {
  const end = endOfDay(until);
  return {
    asset: asset || undefined,
    type: type || undefined,
    paymentLinkCode: link || undefined,
    createdAfter: startOfDay(from),
    // Movements have times in whole milliseconds, and this end is part of the range.
    createdBefore: end && new Date(end.getTime() - 1),
  };
}
