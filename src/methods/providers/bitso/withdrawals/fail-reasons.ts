import type { FailureReason } from '../../../../lib/reasons.ts';
import { reasonIn, type Sentences } from '../../http-rail/index.ts';

/**
 * Sentences with which banks return a SPEI transfer, as recorded by clients of Bitso. They are in Spanish, with an
 * English translation in brackets, and undocumented. Any other text is PROVIDER_REFUSED.
 */
const SENTENCES: Sentences = [
  [/cuenta cancelada|cancell?ed account|cuenta cerrada|closed account/i, 'ACCOUNT_CLOSED'],
  [
    /cuenta inexistente|non-?existent account|account does not exist|no pertenece|does not belong|d[ií]gito verificador|clabe inv[aá]lida|invalid (clabe|account)/i,
    'INVALID_DESTINATION',
  ],
  [
    /cuenta bloqueada|blocked account|otra divisa|another currency|no reconoce|not recogni[sz]e|tipo de cuenta|account type|beneficiar/i,
    'DESTINATION_REJECTED',
  ],
  [/excede (el )?l[ií]mite|exceeds? (the )?limit|limit exceeded|l[ií]mite de saldo/i, 'LIMIT_EXCEEDED'],
];

/** The failure reason that a sentence stands for. */
export function reasonOf(sentence: string): FailureReason {
  return reasonIn(SENTENCES, sentence) ?? 'PROVIDER_REFUSED';
}
