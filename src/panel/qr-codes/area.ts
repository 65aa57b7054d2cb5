import type { Area } from '../request/area.ts';
import { MEMBERS } from '../request/route.ts';
import { showCollections } from './collections.tsx';
import { showCodes } from './list.tsx';
import { createCode, showNewCode } from './create.tsx';
import { changeCode, deleteCode, showCode, switchCode } from './code.tsx';
import { QR_CODES } from './texts.ts';

/** The counter codes of an account (D12), with the same functions as the API. */
export const qrCodesArea: Area = {
  group: 'money',
  path: 'qr-codes',
  roles: MEMBERS,
  texts: QR_CODES,
  pages: [
    showCodes,
    showNewCode,
    createCode.route,
    showCode,
    showCollections,
    changeCode.route,
    switchCode.route,
    deleteCode.route,
  ],
};
