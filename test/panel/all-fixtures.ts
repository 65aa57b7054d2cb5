import { CALL_LOG_FIXTURES } from './call-log/fixtures.ts';
import { CONVERSION_FIXTURES } from './conversions/fixtures.ts';
import { CUSTOMER_FIXTURES } from './customers/fixtures.ts';
import { DEPOSIT_FIXTURES } from './deposits/fixtures.ts';
import { KEY_FIXTURES } from './keys/fixtures.ts';
import { LINK_FIXTURES } from './links/fixtures.ts';
import { NOTE_FIXTURES } from './notes/fixtures.ts';
import { NOTIFICATION_FIXTURES } from './notifications/fixtures.ts';
import { QR_CODE_FIXTURES } from './qr-codes/fixtures.ts';
import { REFUND_FIXTURES } from './refunds/fixtures.ts';
import { SETTINGS_FIXTURES } from './settings/fixtures.ts';
import { STATEMENT_FIXTURES } from './statements/fixtures.ts';
import { TEAM_FIXTURES } from './team/fixtures.ts';
import { together } from './fixtures.ts';
import { VIEW_FIXTURES } from './view-fixtures.ts';
import { WEBHOOK_FIXTURES } from './webhooks/fixtures.ts';
import { WITHDRAWAL_FIXTURES } from './withdrawals/fixtures.ts';

/** What all areas make and fill in. */
export const ALL_FIXTURES = together([
  CALL_LOG_FIXTURES,
  CONVERSION_FIXTURES,
  CUSTOMER_FIXTURES,
  DEPOSIT_FIXTURES,
  KEY_FIXTURES,
  NOTE_FIXTURES,
  NOTIFICATION_FIXTURES,
  QR_CODE_FIXTURES,
  LINK_FIXTURES,
  REFUND_FIXTURES,
  SETTINGS_FIXTURES,
  STATEMENT_FIXTURES,
  TEAM_FIXTURES,
  VIEW_FIXTURES,
  WEBHOOK_FIXTURES,
  WITHDRAWAL_FIXTURES,
]);
