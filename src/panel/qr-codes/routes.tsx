import { recordDeed } from '../../audit-log/index.ts';
import type { Trx } from '../../db/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';
import { listCurrencies } from '../../methods/index.ts';
import { readMerchant } from '../../payment-links/index.ts';
import { listCodes, listCollections, type QrCodeRequest } from '../../qr-codes/index.ts';
import { createOnce } from '../request/once.ts';
import { reasonOf } from '../request/refusal.ts';
import type { PanelServices } from '../request/services.ts';
import { MEMBERS, pathTo, type MemberVisit, type Reply, type Route } from '../request/route.ts';
import { CHANGERS } from './access.ts';
import { codePage, codesPage, newCodePage } from './pages.tsx';
import { QR_CODES } from './texts.ts';

const PAGE_SIZE = 25;
const MAX_LENGTH = 100;
type Notice = keyof (typeof QR_CODES)['en']['notices'];

/** The counter codes of an account (D12), with the same functions as the API. */
export function qrCodeRoutes(services: PanelServices): Route[] {
  const { db, cursors, qrCodes } = services;
  const once = createOnce(services);

  const create = async (trx: Trx, visit: MemberVisit, request: QrCodeRequest): Promise<{ id: string }> => {
    const { accountId } = visit;
    const [merchant, currencies] = await Promise.all([readMerchant(trx, accountId), listCurrencies(trx)]);
    if (!currencies.some(({ currency }) => currency === request.currency))
      throw invalidParam('currency', 'currency must be one of those on the form.');
    const { id } = await qrCodes.create(trx, merchant, request);
    const details = { id, currency: request.currency, fixed_amount: request.fixedAmount };
    await recordDeed(trx, accountId, visit.actor, {
      action: 'qr_code.created',
      subject: request.name,
      details,
    });
    return { id };
  };

  /** Changes one code, and returns to its page, or to the list when it is gone. */
  const onCode = (
    what: 'change' | 'status' | 'delete',
    work: (trx: Trx, visit: MemberVisit, id: string) => Promise<Notice>,
  ): Route => ({
    method: 'post',
    path: `/panel/accounts/:account/qr-codes/:counter/${what}`,
    access: CHANGERS,
    handle: async (visit) => {
      const id = visit.param('counter');
      try {
        const notice = await db.transaction((trx) => work(trx, visit, id));
        return {
          redirect: pathTo(visit, `qr-codes${notice === 'deleted' ? '' : `/${id}`}?notice=${notice}`),
        };
      } catch (error) {
        const reason = reasonOf(error, QR_CODES.en.problems);
        return { redirect: pathTo(visit, `qr-codes/${id}?problem=${reason}`) };
      }
    },
  });

  return [
    {
      method: 'get',
      path: '/panel/accounts/:account/qr-codes',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const filters = {
          status: undefined,
          externalReference: undefined,
          createdAfter: undefined,
          createdBefore: undefined,
        };
        const page = await cursors.list(
          { accountId, list: 'panel_qr_codes', filters },
          { limit: PAGE_SIZE, cursor: visit.query('cursor') },
          {
            read: (range) => listCodes(db.read, { ...filters, ...range, accountId }),
            idOf: (row) => row.id,
            view: (row) => row,
          },
        );
        return { page: codesPage(visit, page) };
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/qr-codes/new',
      access: CHANGERS,
      handle: async (visit) => ({ page: newCodePage(visit, await listCurrencies(db.read)) }),
    },
    {
      method: 'post',
      path: '/panel/accounts/:account/qr-codes/new',
      access: CHANGERS,
      handle: async (visit): Promise<Reply> => {
        try {
          const request = requestOf(visit);
          const { id } = await once(visit, () => (trx) => create(trx, visit, request));
          return { redirect: pathTo(visit, `qr-codes/${id}?notice=created`) };
        } catch (error) {
          const { problems } = QR_CODES[visit.language];
          const problem = problems[reasonOf(error, problems)];
          return { status: 422, page: newCodePage(visit, await listCurrencies(db.read), problem) };
        }
      },
    },
    {
      method: 'get',
      path: '/panel/accounts/:account/qr-codes/:counter',
      access: MEMBERS,
      handle: async (visit) => {
        const { accountId } = visit;
        const code = await qrCodes.get(accountId, visit.param('counter'));
        const { id } = code;
        const [currencies, collections] = await Promise.all([
          listCurrencies(db.read),
          cursors.list(
            { accountId, list: 'panel_qr_collections', filters: { id } },
            { limit: PAGE_SIZE, cursor: visit.query('cursor') },
            {
              read: (range) => listCollections(db.read, { ...range, accountId, id }),
              idOf: (row) => row.paymentLinkCode,
              view: (row) => row,
            },
          ),
        ]);
        const currency = currencies.find((known) => known.currency === code.currency);
        return { page: codePage(visit, code, currency, collections) };
      },
    },
    onCode('change', async (trx, visit, id) => {
      const change = {
        name: nameOf(visit),
        storeLabel: optional(visit, 'store_label'),
        fixedAmount: amountOf(visit),
        status: undefined,
      };
      const { name } = await qrCodes.update(trx, visit.accountId, id, change);
      const details = { id, store_label: change.storeLabel, fixed_amount: change.fixedAmount };
      await recordDeed(trx, visit.accountId, visit.actor, {
        action: 'qr_code.changed',
        subject: name,
        details,
      });
      return 'changed';
    }),
    onCode('status', async (trx, visit, id) => {
      const status = visit.field('status') === 'active' ? 'active' : 'disabled';
      const unchanged = { name: undefined, storeLabel: undefined, fixedAmount: undefined };
      const { name } = await qrCodes.update(trx, visit.accountId, id, { ...unchanged, status });
      const action = status === 'active' ? 'qr_code.enabled' : 'qr_code.disabled';
      await recordDeed(trx, visit.accountId, visit.actor, { action, subject: name, details: { id } });
      return status === 'active' ? 'enabled' : 'disabled';
    }),
    onCode('delete', async (trx, visit, id) => {
      const { name } = await qrCodes.get(visit.accountId, id);
      await qrCodes.remove(trx, visit.accountId, id);
      await recordDeed(trx, visit.accountId, visit.actor, {
        action: 'qr_code.deleted',
        subject: name,
        details: { id },
      });
      return 'deleted';
    }),
  ];
}

function requestOf(visit: MemberVisit): QrCodeRequest {
  return {
    name: nameOf(visit),
    storeLabel: optional(visit, 'store_label'),
    externalReference: optional(visit, 'external_reference'),
    currency: visit.field('currency'),
    fixedAmount: amountOf(visit),
  };
}

function nameOf(visit: MemberVisit): string {
  const name = optional(visit, 'name');
  if (name === null) throw invalidParam('name', 'name must have 1 to 100 characters.');
  return name;
}

function optional(visit: MemberVisit, name: string): string | null {
  const text = visit.field(name).trim();
  if ([...text].length > MAX_LENGTH) throw invalidParam(name, `${name} may have up to 100 characters.`);
  return text === '' ? null : text;
}

function amountOf(visit: MemberVisit): string | null {
  return visit.field('fixed_amount').trim() || null;
}
