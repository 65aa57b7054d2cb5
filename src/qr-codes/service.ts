import { requireGoodStanding } from '../accounts/index.ts';
import type { Caller } from '../credentials/index.ts';
import type { Queryable, Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { isId, newId } from '../lib/ids.ts';
import { formatAmount } from '../lib/money.ts';
import { readCatalogue } from '../methods/index.ts';
import { drawQr, lockLink, moveLink, requireAmount } from '../payment-links/index.ts';
import * as repository from './repository.ts';

/** A client's request (D12); null where nothing was given. Amounts are decimals in the code's currency. */
interface QrCodeRequest {
  name: string;
  storeLabel: string | null;
  externalReference: string | null;
  currency: string;
  fixedAmount: string | null;
}

/** Undefined leaves a field unchanged; null clears it. */
interface QrCodeChange {
  name: string | undefined;
  storeLabel: string | null | undefined;
  fixedAmount: string | null | undefined;
  status: repository.QrCodeStatus | undefined;
}

/** All but `create` throw `qr_code_not_found`, also for another account's code. */
export interface QrCodeService {
  /**
   * Throws the account's obstacle (D14), `invalid_request` for an amount beyond the currency's limits, and
   * `qr_code_reference_taken`.
   */
  create(
    trx: Trx,
    owner: Pick<Caller, 'accountId' | 'standing'>,
    request: QrCodeRequest,
  ): Promise<repository.QrCode>;
  get(accountId: string, id: string): Promise<repository.QrCode>;
  /** Existing links stay as they are. Throws `invalid_request` for an amount as `create` does. */
  update(trx: Trx, accountId: string, id: string, change: QrCodeChange): Promise<repository.QrCode>;
  /**
   * Deletes a code that has collected nothing, and cancels the links that payers have open. Throws
   * `qr_code_not_deletable` when one of its links is paid or processing.
   */
  remove(trx: Trx, accountId: string, id: string): Promise<void>;
}

export function createQrCodeService(options: {
  read: Queryable;
  checkoutBaseUrl: () => string;
}): QrCodeService {
  const { read, checkoutBaseUrl } = options;
  return {
    async create(trx, owner, { name, storeLabel, externalReference, currency, fixedAmount }) {
      requireGoodStanding(owner.standing);
      const id = newId();
      const url = `${checkoutBaseUrl()}/q/${id}`;
      const code: repository.QrCode = {
        accountId: owner.accountId,
        id,
        name,
        storeLabel,
        externalReference,
        currency,
        fixedAmount: fixedAmount === null ? null : await requireFixedAmount(trx, currency, fixedAmount),
        status: 'active',
        url,
        svg: drawQr(url),
        createdAt: await trx.now,
      };
      trx.defer(repository.insertCode(trx, code));
      return code;
    },

    async get(accountId, id) {
      const code = isId(id) ? await repository.findCode(read, { accountId, id }) : undefined;
      if (!code) throw new DomainError('qr_code_not_found');
      return code;
    },

    async update(trx, accountId, id, { name, storeLabel, fixedAmount, status }) {
      const code = await lockCode(trx, accountId, id);
      const changed: repository.QrCode = {
        ...code,
        name: name ?? code.name,
        storeLabel: storeLabel === undefined ? code.storeLabel : storeLabel,
        fixedAmount:
          typeof fixedAmount === 'string'
            ? await requireFixedAmount(trx, code.currency, fixedAmount)
            : fixedAmount === null
              ? null
              : code.fixedAmount,
        status: status ?? code.status,
      };
      trx.defer(repository.updateCode(trx, changed));
      return changed;
    },

    async remove(trx, accountId, id) {
      await lockCode(trx, accountId, id);
      if (await repository.hasCollected(trx, accountId, id)) throw new DomainError('qr_code_not_deletable');
      // A locked code cannot be scanned, so these are all its links; sorted, so that two transactions cannot deadlock.
      for (const linkCode of await repository.listUnpaidLinks(trx, accountId, id)) {
        const link = await lockLink(trx, accountId, linkCode);
        if (link?.status === 'active') await moveLink(trx, link, 'cancel');
        // The payer was faster.
        else if (link?.status !== 'expired') throw new DomainError('qr_code_not_deletable');
      }
      await repository.deleteCode(trx, accountId, id);
    },
  };
}

async function lockCode(trx: Trx, accountId: string, id: string): Promise<repository.QrCode> {
  const code = isId(id) ? await repository.lockCode(trx, { accountId, id }) : undefined;
  if (!code) throw new DomainError('qr_code_not_found');
  return code;
}

async function requireFixedAmount(on: Queryable, currencyName: string, text: string): Promise<string> {
  const { currency } = await readCatalogue(on, currencyName);
  if (!currency) throw invalidParam('currency', `Payment links are not available in ${currencyName}.`);
  return formatAmount(requireAmount('fixed_amount', text, currency));
}
