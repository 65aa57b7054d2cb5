import { createHandingOnWorker, watchHandedOn } from '../account-moves/index.ts';
import {
  createPartRefundWorker,
  createConfirmationWorker,
  createDebtWorker,
  createOverdueRefundWorker,
  createScreeningWorker,
} from '../deposits/index.ts';
import { watchFx } from '../fx/index.ts';
import type { Foundation } from './foundation.ts';
import { createHousekeeper } from './housekeeping.ts';
import { createBackfillWorker, watchBackfills } from '../db/index.ts';
import type { Worker } from '../lib/work/claim-worker.ts';
import { together } from '../lib/work/together.ts';
import { createCountMerger, createExpiryWorker, createQuoteWorker } from '../payment-links/index.ts';
import { createReminderWorker } from '../link-reminders/index.ts';
import { createChatPoster, createDigestMailer, createNotifier } from '../notifications/index.ts';
import { createMailer, createOutboxWorker } from '../outbox/index.ts';
import { countWaiting, writeMonth } from '../panel/index.ts';
import { configuredPanelBaseUrl } from '../people/index.ts';
import { createStatementMailer } from '../statement-mails/index.ts';
import { createSolvencyWorker, watchSolvency } from '../audit/index.ts';
import {
  createNoticeWorker,
  createStatementPoller,
  createIntake,
  createTakeIn,
  type TakeIn,
  watchProviders,
} from '../provider-notices/index.ts';
import { createArrivalWorker, createLiquidityWorker, watchLiquidity } from '../liquidity/index.ts';
import { type Provider, watchPauses, watchReportConflicts } from '../methods/index.ts';
import { watchOperators } from '../operators/index.ts';
import { createAsk, createScreening, watchScreening } from '../screening/index.ts';
import { createRequestExpiry, createTransferWorker } from '../transfers/index.ts';
import { createDeliveryWorker } from '../webhooks/index.ts';
import { createBatchStarter } from '../withdrawal-batches/index.ts';
import { createClient } from './outgoing.ts';

export type Workers = {
  quotes: Worker;
  confirmations: Worker;
  debts: Worker;
  overdueRefunds: Worker;
  /** Reports deposits for accounts that moved there to other cells. */
  handedOn: Worker;
  screenings: Worker;
  partRefunds: Worker;
  transfers: Worker;
  /** For withdrawals not approved in time. */
  withdrawalExpiry: Worker;
  /** For batches of withdrawals that are due. */
  withdrawalBatches: Worker;
  /** The providers' own workers. */
  rails: Worker;
  notices: Worker;
  statements: Worker;
  solvency: Worker;
  /** Reads the providers' holdings, and sends money between them. */
  liquidity: Worker;
  arrivals: Worker;
  expiry: Worker;
  linkCounts: Worker;
  deliveries: Worker;
  outbox: Worker;
  /** Reminds customers of links that they have not paid. */
  linkReminders: Worker;
  /** Writes the monthly statements for users who receive them by e-mail. */
  statementMails: Worker;
  /** Tells members and chats what happened. */
  notifications: Worker;
  digests: Worker;
  chatMessages: Worker;
  housekeeper: Worker;
  backfills: Worker;
};

/** The background workers; none runs until it is started. */
export function createWorkers(foundation: Foundation): Workers {
  const {
    config,
    logger,
    metrics,
    db,
    keyring,
    providers,
    quotes,
    deposits,
    transferKinds,
    faults,
    withdrawals,
  } = foundation;
  const client = createClient(config);
  const livemode = config.environment === 'live';
  const ask = config.screening && createAsk(client, { ...config.screening, livemode });
  const screening = ask && createScreening({ db, ask, metrics });
  const takeIn = createTakeIn({ deposits, transferKinds, inbox: foundation.inbox });
  const intake = createIntake({ db, takeIn });
  const panelUrl = `${configuredPanelBaseUrl(config)}/panel`;
  watchRecords(foundation);
  return {
    quotes: createQuoteWorker({ db, quotes, logger }),
    confirmations: createConfirmationWorker({ db, parts: foundation.holding, providers, logger }),
    debts: createDebtWorker({
      db,
      providers,
      events: foundation.holding.events,
      conversions: foundation.conversions,
      logger,
    }),
    overdueRefunds: createOverdueRefundWorker({ db, providers, logger }),
    partRefunds: createPartRefundWorker({ db, providers, logger }),
    handedOn: createHandingOnWorker({ db, providers, logger }),
    screenings: createScreeningWorker({ db, parts: foundation.holding, screening, logger }),
    transfers: createTransferWorker({ db, kinds: transferKinds, providers, metrics, logger, screening }),
    withdrawalExpiry: createRequestExpiry({ db, kinds: transferKinds, logger }),
    withdrawalBatches: createBatchStarter({
      db,
      withdrawals,
      panelUrl: `${configuredPanelBaseUrl(config)}/panel`,
      logger,
    }),
    rails: together(providers.all.flatMap((provider) => backgroundOf(provider, takeIn))),
    notices: createNoticeWorker({ db, providers, intake, logger }),
    statements: createStatementPoller({ db, providers, intake, logger }),
    solvency: createSolvencyWorker({ db, providers, logger }),
    liquidity: createLiquidityWorker({ db, providers, logger }),
    arrivals: createArrivalWorker({ db, providers, logger }),
    expiry: createExpiryWorker({ db, logger }),
    linkCounts: createCountMerger({ db, logger }),
    deliveries: createDeliveryWorker({ db, client, keyring, metrics, faults, logger }),
    outbox: createOutboxWorker({
      db,
      mailer: config.mail && createMailer(config.mail),
      metrics,
      logger,
    }),
    linkReminders: createReminderWorker({ db, isTest: !livemode, logger }),
    statementMails: createStatementMailer({
      db,
      panelUrl,
      writeWorkbook: (account, month, language) =>
        writeMonth(db, account, month, { format: 'xlsx', language }),
      logger,
    }),
    notifications: createNotifier({ db, panelUrl, logger }),
    digests: createDigestMailer({ db, panelUrl, countWaiting, logger }),
    chatMessages: createChatPoster({ db, client, keyring, panelUrl, logger }),
    housekeeper: createHousekeeper({ db, logger, railRecords: foundation.railRecords }),
    backfills: createBackfillWorker({ db, logger }),
  };
}

/** Serves the metrics that the modules read from their rows. */
function watchRecords({ metrics, db, railRecords }: Foundation): void {
  watchProviders(metrics, db.read);
  watchReportConflicts(metrics, db.read);
  watchHandedOn(metrics, db.read);
  watchOperators(metrics, db.read);
  for (const records of railRecords) records.watch?.(metrics, db.read);
  watchPauses(metrics, db.read);
  watchBackfills(metrics, db.read);
  watchSolvency(metrics, db.read);
  watchLiquidity(metrics, db.read);
  watchFx(metrics, db.read);
  watchScreening(metrics, db.read);
}

function backgroundOf({ name: provider, background }: Provider, takeIn: TakeIn): Worker[] {
  const work = background?.((trx, reports) =>
    takeIn(
      trx,
      reports.map((report) => ({ provider, report })),
    ),
  );
  return work ?? [];
}
