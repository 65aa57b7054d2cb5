import { type DetailedMovement, netOf } from '../../ledger/index.ts';
import { withChecksum } from '../../methods/index.ts';
import { formatQuantity, type Language } from '../../pages/index.ts';
import { typeText } from '../movements/texts.ts';
import { STATEMENTS } from './texts.ts';

/** The name that a person knows a movement by, and its further details. */
export function conceptOf(language: Language, row: DetailedMovement): [concept: string, more: string] {
  const { description, reference, payer, method, fee, asset } = row;
  const type = typeText(language, row.type);
  const net = netOf(row);
  const hasDescription = description !== null && description !== '';
  const more = [
    hasDescription ? type : null,
    reference,
    payer && withChecksum(payer),
    method,
    fee &&
      net &&
      STATEMENTS[language].feeAndNet(
        formatQuantity(language, fee, asset),
        formatQuantity(language, net, asset),
      ),
  ];
  return [hasDescription ? description : type, more.filter((one) => one !== null && one !== '').join(' · ')];
}
