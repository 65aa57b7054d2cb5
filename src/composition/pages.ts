import { Router } from 'express';
import { type Assets, readAssets } from '../pages/index.ts';
import { createCheckout, createCounter } from '../checkout/index.ts';
import { type ContractDocument, readTranslation, translateContract } from '../contract/index.ts';
import type { Foundation } from './foundation.ts';
import { describeFault, findDifference } from '../db/index.ts';
import type { Operation } from '../http/index.ts';
import { createReferenceRoutes } from '../reference/index.ts';
import { createReadiness } from '../system/index.ts';
import { createPanel } from '../panel/index.ts';
import { createApiKeys, createPeople } from '../people/index.ts';
import { createNoticeRoutes } from '../provider-notices/index.ts';
import { createRequests } from '../transfers/index.ts';
import {
  createApiRefunds,
  createApprovalRules,
  createDestinations,
  createLimits,
} from '../treasury/index.ts';
import { createBatches } from '../withdrawal-batches/index.ts';
import { createScanService } from '../qr-codes/index.ts';
import { createMemoryStore, createRateLimiter, type RateLimiter } from '../rate-limits/index.ts';
import type { ApiServices } from './services.ts';

interface PageParts {
  foundation: Foundation;
  services: ApiServices;
  contract: ContractDocument;
  operations: readonly Operation[];
  limiter: RateLimiter;
}

/** The routes beside the API, which are readiness, reference, the payer's pages, panel, and the providers' notices. */
export async function createPages(parts: PageParts): Promise<Router> {
  const { config, db, providers, logger } = parts.foundation;
  const { limiter, contract } = parts;
  const { urls } = parts.services;
  const assets = await readAssets();
  return Router().use(
    createReadiness({
      findFault: async () => describeFault(await findDifference(db.read)),
      // Counted in this process, because a store in the database could not count while that is away.
      limiter: createRateLimiter(createMemoryStore()),
    }),
    await createReferenceRoutes({
      document: contract,
      assets,
      baseUrl: urls.api,
      panelUrl: urls.panelBase,
      environment: config.environment,
      allowsPlainHttp: config.sandbox !== undefined,
      limiter,
    }),
    payersPages(parts, assets),
    panelPages(parts, assets),
    createNoticeRoutes({
      db,
      providers,
      limiter,
      maxBodyBytes: config.requestLimits.bodyBytes,
      logger,
    }),
  );
}

function payersPages({ foundation, services, limiter }: PageParts, assets: Assets): Router {
  const { config, db, keyring, cells, providers, simulator, quotes, deposits, logger } = foundation;
  const { urls, paymentLinks } = services;
  return Router().use(
    createCheckout({
      ...{ db, quotes, deposits, providers, simulator, limiter, keyring, cells, assets, logger },
      sendsMail: config.mail !== undefined,
      baseUrl: urls.checkout,
    }),
    createCounter({
      ...{ db, limiter, cells, assets, logger },
      scans: createScanService({ read: db.read, keyring, paymentLinks }),
      baseUrl: urls.checkout,
      isTest: config.environment === 'test',
    }),
  );
}

function panelPages({ foundation, services, operations, limiter }: PageParts, assets: Assets): Router {
  const { config, db, keyring, credentials } = foundation;
  const { urls, client, eventTypes } = services;
  const requests = createRequests({
    withdrawals: foundation.withdrawals,
    kinds: foundation.transferKinds,
    panelUrl: urls.panel,
  });
  return createPanel({
    ...foundation,
    ...services,
    requests,
    batches: createBatches({ withdrawals: foundation.withdrawals, requests }),
    destinations: createDestinations({ requests, panelUrl: urls.panel }),
    limits: createLimits({ panelUrl: urls.panel }),
    approvalRules: createApprovalRules({ panelUrl: urls.panel }),
    apiRefunds: createApiRefunds({ panelUrl: urls.panel }),
    eventTypesIn: async (language) =>
      language === 'en' ? eventTypes : translateContract(eventTypes, await readTranslation()),
    people: createPeople({
      db,
      keyring,
      baseUrl: urls.panelBase,
      oidc: config.oidc && { provider: config.oidc, client },
    }),
    operations: operations.map(({ id }) => id).sort(),
    apiKeys: createApiKeys({ credentials, panelUrl: urls.panel }),
    limiter,
    assets,
    baseUrl: urls.panelBase,
    apiBaseUrl: urls.api,
    checkoutBaseUrl: urls.checkout,
    environment: config.environment,
    isTest: config.environment === 'test',
    sendsMail: config.mail !== undefined,
  });
}
