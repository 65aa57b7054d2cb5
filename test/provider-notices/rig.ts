import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createApi, createWorkers, type Workers } from '../../src/composition/index.ts';
import type { Logger } from '../../src/lib/logger.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { changeMethod } from '../../src/methods/catalogue.ts';
import type { ReportedDeposit } from '../../src/methods/providers/provider.ts';
import { notificationFor } from '../deposits/notifications.ts';
import { advance, createLink } from '../payment-links/links.ts';
import { sharedContract } from '../support/contract.ts';
import type { TestRail } from '../support/outside/rail.ts';
import type { TestAccount, TestService } from '../support/service.ts';

export const CLABE = '032180000118359719';
/** Of a payer; none of it may be in a log. */
export const PAYER = { name: 'Juana Inés', tracking_key: 'MBAN01002611200000123456', clabe: CLABE };

/** Time passes for the service and for the rails, which have clocks of their own. */
export async function pass(service: TestService, rails: readonly TestRail[], seconds: number): Promise<void> {
  await advance(service, seconds);
  const [clock] = await service.database.query(
    'select extract(epoch from advanced_by) as s from service_clock',
  );
  for (const { database } of rails) {
    await database.query('update service_clock set advanced_by = make_interval(secs => $1)', [clock?.['s']]);
  }
}

export async function carryBy({ foundation }: TestService, provider: string, method: string): Promise<void> {
  await foundation.db.transaction((trx) => changeMethod(trx, method, { provider }));
}

/** What a payer sends for a new link, exactly as it asks for except for the given fields. */
export async function depositFor(
  service: TestService,
  account: TestAccount,
  method: string,
  fields: Partial<ReportedDeposit> = {},
): Promise<{ code: string; deposit: ReportedDeposit }> {
  const { code } = await createLink(account.api, { accepted_methods: [method] });
  const deposit: ReportedDeposit = await notificationFor(service, code, method, {
    payer: PAYER,
    ...fields,
  });
  return { code, deposit };
}

/** The stored notices, oldest first. */
export function noticesOf({ database }: TestService, provider: string): Promise<any[]> {
  return database.query('select * from provider_notices where provider = $1 order by received_at, id', [
    provider,
  ]);
}

export function depositsOf({ database }: TestService, accountId: string): Promise<any[]> {
  return database.query('select * from deposits where account_id = $1 order by created_at, id', [accountId]);
}

/** Everything that is logged, as it would be written. */
export interface Recorded {
  logger: Logger;
  lines: string[];
  at(level: string): any[];
}

export function recordLog(): Recorded {
  const lines: string[] = [];
  const say =
    (level: string) =>
    (message: string, fields: object = {}) =>
      void lines.push(JSON.stringify({ level, message, ...fields }));
  return {
    logger: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
    lines,
    at: (level) => lines.map((line) => JSON.parse(line)).filter((line) => line.level === level),
  };
}

/** Fails when a log says anything that was told about the payer or the money. */
export function requireDiscreet({ lines }: Recorded, ...secrets: string[]): void {
  for (const secret of [...Object.values(PAYER), ...secrets]) {
    expect(lines.filter((line) => line.includes(secret))).to.deep.equal([]);
  }
}

/** The workers of another process of the same service, whose log is recorded. */
export function workersLoggingTo(service: TestService, logger: Logger): Workers {
  return createWorkers({ ...service.foundation, logger, metrics: createMetrics() });
}

/** Another process that serves the same service, whose log is recorded. */
export async function serveLoggingTo(
  { foundation }: TestService,
  logger: Logger,
): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const api = await createApi({ ...foundation, logger, metrics: createMetrics() }, sharedContract, () => '');
  const { server } = api;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await api.close();
    },
  };
}
