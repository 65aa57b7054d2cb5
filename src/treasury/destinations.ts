import { findAccount, lockAccount } from '../accounts/index.ts';
import { recordAction } from '../audit-log/index.ts';
import type { Trx } from '../db/index.ts';
import { DomainError, invalidParam } from '../lib/errors/errors.ts';
import { newId, isId } from '../lib/ids.ts';
import { findMethod } from '../methods/index.ts';
import { type OwnActor, OWNERS, TREASURERS } from '../people/index.ts';
import { requireDestination, type DestinationParts } from './destination.ts';
import { describeShortly } from './describe.ts';
import { requireActiveAccount } from './gate.ts';
import { requireRole, tellMembers } from './members.ts';
import * as repository from './repository.ts';

const MAX_DESTINATIONS = 100;
const MAX_LABEL_LENGTH = 100;

interface DestinationToSave {
  label: string;
  method: string;
  parts: DestinationParts;
}

export interface Destinations {
  /**
   * Saves a destination for an active account's withdrawals, and notifies the owners. It never changes afterwards.
   * Throws `forbidden`, `account_suspended`, `account_blocked`, `destination_limit_reached`, and `invalid_request`
   * naming the fault, like a CLABE's check digit.
   */
  save(trx: Trx, accountId: string, actor: OwnActor, destination: DestinationToSave): Promise<string>;
  /** Removes it, and declines the transfers that wait for it. Throws `forbidden` and `destination_not_found`. */
  remove(trx: Trx, accountId: string, actor: OwnActor, id: string): Promise<void>;
}

export function createDestinations(options: {
  requests: {
    /** Declines all transfers that wait for a destination. Returns how many. */
    declineAllTo(trx: Trx, accountId: string, actor: OwnActor, destinationId: string): Promise<number>;
  };
  panelUrl: () => string;
}): Destinations {
  return {
    async save(trx, accountId, actor, { label: given, method: name, parts }) {
      await requireRole(trx, accountId, actor, TREASURERS);
      // The 24 hours until a destination is trusted would otherwise pass before the account is reviewed again.
      await requireActiveAccount(trx, accountId);
      const [account, method, saved] = await Promise.all([
        findAccount(trx, { id: accountId }),
        findMethod(trx, name),
        repository.listDestinations(trx, { accountId }),
      ]);
      if (!account) throw new DomainError('account_not_found');
      if (!method?.enabled) throw invalidParam('method', 'There is no such payment method.');
      const label = given.trim();
      if (label === '' || label.length > MAX_LABEL_LENGTH || /\p{Cc}/u.test(label)) {
        throw invalidParam('label', `label must have 1 to ${MAX_LABEL_LENGTH} characters.`);
      }
      if (saved.length >= MAX_DESTINATIONS) throw new DomainError('destination_limit_reached');
      const destination = requireDestination(method, parts, account.name);
      const id = newId();
      trx.defer(
        repository.insertDestination(trx, {
          accountId,
          id,
          label,
          method: method.name,
          destination,
          createdBy: actor.userId,
          createdAt: await trx.now,
        }),
      );
      const where = `${method.name}, ${describeShortly(destination)}`;
      await recordAction(trx, accountId, actor, {
        action: 'withdrawal_destination.added',
        subject: label,
        details: { destination: id, where },
      });
      const panel = `${options.panelUrl()}/accounts/${accountId}/withdrawals/destinations`;
      const by = actor.email ?? '';
      await tellMembers(trx, accountId, OWNERS, (words) =>
        words.destinationAdded({ label, where, by, panel }),
      );
      return id;
    },

    async remove(trx, accountId, actor, id) {
      await requireRole(trx, accountId, actor, TREASURERS);
      const destination = isId(id) ? await repository.lockDestination(trx, { accountId, id }) : undefined;
      if (!destination) throw new DomainError('destination_not_found');
      // Prevents concurrent transfers that name the same destination without choosing it. A concurrent approval locks
      // the two in the opposite order; that deadlock is rare, and the transaction is retried.
      await lockAccount(trx, { id: accountId });
      await repository.removeDestination(trx, accountId, id);
      const givenBack = await options.requests.declineAllTo(trx, accountId, actor, id);
      await recordAction(trx, accountId, actor, {
        action: 'withdrawal_destination.removed',
        subject: destination.label,
        details: { destination: id, given_back: givenBack },
      });
    },
  };
}
