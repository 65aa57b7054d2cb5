import type { TransferKinds } from '../transfers/engine.ts';
import type { Withdrawals } from '../transfers/withdrawals.ts';
import { createDestinations, type Destinations } from './destinations/service.ts';
import { createLimits, type Limits } from './limits/service.ts';
import { createRequests, type Requests } from './requests/service.ts';

/** What an account's users may withdraw, to where, and with whose approval (D29). */
export interface Treasury {
  destinations: Destinations;
  limits: Limits;
  requests: Requests;
}

export function createTreasury(options: {
  withdrawals: Withdrawals;
  kinds: TransferKinds;
  /** The panel's base URL: the deployment's own, without `/panel`. */
  baseUrl: () => string;
}): Treasury {
  const { withdrawals, kinds, baseUrl } = options;
  const panelUrl = (): string => `${baseUrl()}/panel`;
  const requests = createRequests({ withdrawals, kinds });
  return {
    destinations: createDestinations({ requests, panelUrl }),
    limits: createLimits({ panelUrl }),
    requests,
  };
}
