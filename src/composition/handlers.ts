import type { Handlers } from '../contract/index.ts';
import { customerHandlers } from '../customers/index.ts';
import { clockHandlers } from '../clock/index.ts';
import { faultHandlers } from '../faults/index.ts';
import { createApiRefundService, depositHandlers, refundHandlers } from '../deposits/index.ts';
import { eventHandlers } from '../events/index.ts';
import type { Foundation } from './foundation.ts';
import { canFail, type Operation } from '../http/index.ts';
import { systemHandlers } from '../system/index.ts';
import { ledgerHandlers } from '../ledger/index.ts';
import { paymentLinkHandlers } from '../payment-links/index.ts';
import { transferHandlers } from '../transfers/index.ts';
import { qrCodeHandlers } from '../qr-codes/index.ts';
import { requestLogHandlers } from '../request-logs/index.ts';
import { deliveryHandlers, webhookHandlers } from '../webhooks/index.ts';
import type { ApiServices } from './services.ts';

/** The handlers of all operations of the contract. */
export function createHandlers(
  foundation: Foundation,
  services: ApiServices,
  operations: readonly Operation[],
): Handlers {
  const { config, db, simulator, quotes, deposits, faults } = foundation;
  const { urls, cursors, paymentLinks, qrCodes, endpoints, sendTestEvent, eventTypes } = services;
  const handlers: Handlers = {
    ...systemHandlers({ environment: config.environment }),
    ...paymentLinkHandlers({ db, cursors, paymentLinks, quotes }),
    ...customerHandlers({ db, cursors }),
    ...qrCodeHandlers({ read: db.read, cursors, qrCodes }),
    ...ledgerHandlers({ db, cursors }),
    ...depositHandlers({ db, cursors, deposits, simulator }),
    ...refundHandlers(createApiRefundService({ ...foundation, read: db.read, panelUrl: urls.panel })),
    ...transferHandlers({ db, cursors }),
    ...clockHandlers(db.read),
    ...faultHandlers({ read: db.read, faults, operations: operations.filter(canFail).map(({ id }) => id) }),
    ...requestLogHandlers({ db, cursors }),
    ...eventHandlers({ db, cursors }),
    ...deliveryHandlers({ read: db.read, cursors }),
    ...webhookHandlers({ read: db.read, cursors, endpoints, sendTestEvent, eventTypes }),
  };
  return handlers;
}
