import type { Database } from '../../../../db/index.ts';
import { wordsOf } from '../../../../lib/errors/words.ts';
import type { Logger } from '../../../../lib/logger.ts';
import type { Worker } from '../../../../lib/work/claim-worker.ts';
import { ProviderFailure, type Report, type TakeInReports } from '../../../index.ts';
import { createPayInPoller, isNotThere } from '../../http-rail/index.ts';
import type { BridgeClient } from '../client/client.ts';
import type { Deposits } from './deposits.ts';
import { claimTemplates, lookAfterLater, type OpenTemplate } from './repository.ts';

const AT_ONCE = 4;
const FIRST_WAIT_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/**
 * How long a template stays open after its link has ended, because money sent in time arrives over a weekend, by ACH
 * even later.
 */
const GRACE_MS = 5 * 24 * 3_600_000;

/**
 * Lists the deposits of open templates, with increasing delays, to find those that no event reported. Deletes templates
 * that no link needs any more, so that Bridge returns later payments.
 */
export function createTemplateKeeper(options: {
  db: Database;
  logger: Logger;
  client: BridgeClient;
  deposits: Deposits;
  takeIn: TakeInReports;
}): Worker {
  const { logger, client, deposits } = options;

  const reportsOf = async (template: OpenTemplate, signal: AbortSignal): Promise<Report[]> => {
    const reports: Report[] = [];
    for (const transfer of await deposits.listOf(template, signal)) {
      const report = await deposits.toReport(transfer, signal);
      if (report.type !== 'nothing') reports.push(report);
    }
    return reports;
  };

  /** False while the template may still exist at Bridge. */
  const isDeleted = async ({ transferId }: OpenTemplate, signal: AbortSignal): Promise<boolean> => {
    try {
      const path = `/transfers/${encodeURIComponent(transferId)}`;
      await client.call({ method: 'DELETE', path, isBackground: true }, signal);
      return true;
    } catch (error) {
      if (isNotThere(error)) return true;
      if (!(error instanceof ProviderFailure)) throw error;
      logger.warn('Bridge template deletion failed and will be retried', {
        transfer: transferId,
        error: wordsOf(error),
      });
      return false;
    }
  };

  return createPayInPoller<OpenTemplate>({
    ...options,
    name: 'bridge-templates',
    kind: 'template',
    atOnce: AT_ONCE,
    firstWaitMs: FIRST_WAIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    claim: (trx, params) => claimTemplates(trx, { ...params, graceMs: GRACE_MS }),
    async ask(template, signal) {
      const reports = await reportsOf(template, signal);
      // Its last deposits are read before the template is deleted.
      return { reports, isOver: !template.isNeeded && (await isDeleted(template, signal)) };
    },
    isOverUnanswered: () => false,
    later: lookAfterLater,
  });
}
