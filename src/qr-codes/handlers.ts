import type { Handlers, OperationInput } from '../contract/index.ts';
import type { Queryable } from '../db/index.ts';
import type { CursorCodec } from '../lib/cursor.ts';
import { parseOptionalTimestamp } from '../lib/timestamp.ts';
import { listCodes, listCollections, type QrCodeFilters } from './repository.ts';
import type { QrCodeService } from './service.ts';
import { viewCode, viewCodeSummary, viewCollection } from './view.ts';

type QrCodeHandlers = Pick<
  Handlers,
  | 'createQrCode'
  | 'listQrCodes'
  | 'getQrCode'
  | 'updateQrCode'
  | 'deleteQrCode'
  | 'getQrCodeImage'
  | 'listQrCodeCollections'
>;

interface Options {
  read: Queryable;
  cursors: CursorCodec;
  qrCodes: QrCodeService;
}

export function qrCodeHandlers(options: Options): QrCodeHandlers {
  const { read, cursors, qrCodes } = options;
  return {
    createQrCode:
      ({ caller, body }) =>
      async (trx) => {
        const code = await qrCodes.create(trx, caller, {
          name: body.name,
          storeLabel: body.store_label ?? null,
          externalReference: body.external_reference ?? null,
          currency: body.currency,
          fixedAmount: body.fixed_amount ?? null,
        });
        return { status: 201, headers: { Location: `/v1/qr_codes/${code.id}` }, body: viewCode(code) };
      },

    async listQrCodes({ caller: { accountId }, query }) {
      const filters = toFilters(query);
      const body = await cursors.list({ accountId, list: 'qr_codes', filters }, query, {
        read: (range) => listCodes(read, { accountId, ...filters, ...range }),
        idOf: (row) => row.id,
        view: viewCodeSummary,
      });
      return { status: 200, body };
    },

    async getQrCode({ caller, path }) {
      return { status: 200, body: viewCode(await qrCodes.get(caller.accountId, path.id)) };
    },

    updateQrCode:
      ({ caller, path, body }) =>
      async (trx) => {
        const code = await qrCodes.update(trx, caller.accountId, path.id, {
          name: body.name,
          storeLabel: body.store_label,
          fixedAmount: body.fixed_amount,
          status: body.status,
        });
        return { status: 200, body: viewCode(code) };
      },

    deleteQrCode:
      ({ caller, path }) =>
      async (trx) => {
        await qrCodes.remove(trx, caller.accountId, path.id);
        return { status: 204 };
      },

    async getQrCodeImage({ caller, path }) {
      return { status: 200, svg: (await qrCodes.get(caller.accountId, path.id)).svg };
    },

    listQrCodeCollections: listQrCodeCollections(options),
  };
}

function listQrCodeCollections({ read, cursors, qrCodes }: Options): Handlers['listQrCodeCollections'] {
  return async ({ caller: { accountId }, path, query }) => {
    const { id } = await qrCodes.get(accountId, path.id);
    const body = await cursors.list({ accountId, list: 'qr_collections', filters: { id } }, query, {
      read: (range) =>
        listCollections(read, {
          ...range,
          accountId,
          id,
          createdAfter: undefined,
          createdBefore: undefined,
        }),
      idOf: (row) => row.paymentLinkCode,
      view: viewCollection,
    });
    return { status: 200, body };
  };
}

function toFilters(query: OperationInput<'listQrCodes'>['query']): QrCodeFilters {
  const {
    status,
    external_reference: externalReference,
    created_after: createdAfter,
    created_before: createdBefore,
  } = query;
  return {
    status,
    externalReference,
    createdAfter: parseOptionalTimestamp('created_after', createdAfter),
    createdBefore: parseOptionalTimestamp('created_before', createdBefore),
  };
}
