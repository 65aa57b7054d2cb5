import { CALL_LOG_WALLS } from './call-log/walls.ts';
import { CONVERSION_WALLS } from './conversions/walls.ts';
import { CUSTOMER_WALLS } from './customers/walls.ts';
import { DEPOSIT_WALLS } from './deposits/walls.ts';
import { KEY_WALLS } from './keys/walls.ts';
import { LINK_WALLS } from './links/walls.ts';
import { NOTE_WALLS } from './notes/walls.ts';
import { QR_CODE_WALLS } from './qr-codes/walls.ts';
import { REFUND_WALLS } from './refunds/walls.ts';
import { SETTINGS_WALLS } from './settings/walls.ts';
import { STATEMENT_WALLS } from './statements/walls.ts';
import { TEAM_WALLS } from './team/walls.ts';
import { together } from './walls.ts';
import { WEBHOOK_WALLS } from './webhooks/walls.ts';
import { WITHDRAWAL_WALLS } from './withdrawals/walls.ts';

/** What all areas make and fill in. */
export const ALL_WALLS = together([
  CALL_LOG_WALLS,
  CONVERSION_WALLS,
  CUSTOMER_WALLS,
  DEPOSIT_WALLS,
  KEY_WALLS,
  QR_CODE_WALLS,
  LINK_WALLS,
  NOTE_WALLS,
  REFUND_WALLS,
  SETTINGS_WALLS,
  STATEMENT_WALLS,
  TEAM_WALLS,
  WEBHOOK_WALLS,
  WITHDRAWAL_WALLS,
]);
