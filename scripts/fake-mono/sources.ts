import { describeLeast, sourcesOf } from '../stand-in/sources.ts';

/** Everything that an answer can do, by how well it is known: README.md shows the same table. */
export const SOURCES = sourcesOf({
  documented: {
    token: ['an access token by client credentials', 'A/authentication/get_auth_token'],
    token_refused: ['401 invalid_client, in a shape of its own', 'A/authentication/get_auth_token'],
    unauthorized: [
      '401 for a token that is missing, unknown or expired',
      'G/breb-participant/authentication',
    ],
    refusal: ['an error with its status and error_code', 'G/api-standards/errors-and-retries'],
    limited: ['429 with Retry-After, which "will start appearing"', 'G/api-standards/errors-and-retries'],
    collection: ['a collection, by its id', 'A/collections/get_collection'],
    collection_made: ['created, duplicated and rejected collections', 'A/collections/create_collections'],
    collections: ['pages of collections, newest first', 'A/collections/list_collections'],
    collection_changed: ['a collection that takes nothing any more', 'A/collections/update_collection'],
    qr: ['a QR of a collection, or a list of them, newest first', 'A/collections/create_qr'],
    attempts: ['pages of attempts, newest first', 'A/collections/list_all_collection_attempts'],
    attempt_made: ['a payer of the sandbox pays', 'A/sandbox/create_sandbox_collection_attempt'],
    transfers: ['pages of outgoing transfers, newest first', 'A/outgoing-transfers/list_outgoing_transfers'],
    bad_state: [
      '400 for a transfer that is not successful',
      'A/outgoing-transfers/find_an_successful_outgoing_transfer',
    ],
    rejected: ['an item that is rejected alone', 'G/breb-participant/outgoing-transfer-errors'],
    accounts: ['tenant accounts; with a balance, one of them', 'A/tenant-accounts'],
  },
  seen: {
    transfer: ['an outgoing transfer, by its id', 'C1, C2'],
    transfer_made: [
      '202 and accepted_transfers',
      'C1, C2; the array is called transfers in the guide of errors',
    ],
    transfer_repeated: ['a repeated external_id in duplicated_transfers', 'C1'],
    collection_rejected: ['the fields of a rejected collection', 'C2'],
  },
  guessed: {
    not_there: ['404 and not_found', 'only tenant_account_not_found is documented'],
    pagination: ['the names inside pagination', 'those of other products of Mono'],
    qr_listed: ['how a list of QRs is wrapped', 'qrs, or the bare array'],
    transfer_original: [
      'a repeated X-Idempotency-Key gets the first answer',
      'how long it is kept was not visible',
    ],
    transfer_conflict: ['409 for an external_id that was used', '409 is documented, not when'],
    transfer_rejected: [
      'an external_id that was used is rejected',
      'the guide of batches speaks of rejections',
    ],
    transfer_second: ['a second transfer for one external_id', 'not excluded by any page'],
    lag: ['a list that shows what was some time ago', 'nothing says that lists are up to date'],
    proxy: ['what a proxy in between says', 'any status, and HTML'],
    elsewhere: ['404 for a path that is not there', 'any other answer'],
  },
});

export type SourceName = keyof typeof SOURCES;

export const SOURCE_HEADER = 'X-Fake-Mono-Source';
/** Of answers that are not Mono's at all. */
export const OWN_SOURCE = 'none; control: of this server, not of Mono';

export const describeSources = (names: readonly SourceName[]): string => describeLeast(SOURCES, names);
