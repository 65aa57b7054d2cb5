import type { FailureReason } from '../../lib/reasons.ts';
import type { Language } from '../../pages/language.ts';

/** Why money was not sent or converted, or came back. */
export const FAILURES: Readonly<Record<Language, Readonly<Record<FailureReason, string>>>> = {
  en: {
    PROVIDER_REFUSED: 'The provider refused it.',
    INVALID_DESTINATION: 'The destination is not valid.',
    DESTINATION_REJECTED: 'The destination did not accept it.',
    ACCOUNT_CLOSED: 'The destination account is closed.',
    LIMIT_EXCEEDED: 'It exceeds a limit of the provider or the bank.',
    INSUFFICIENT_PROVIDER_FUNDS: 'The provider did not have enough funds.',
    QUOTE_EXPIRED: 'The quote had expired.',
    OPERATOR_DECIDED: 'The operator of the service ended it.',
    RETURNED: 'The money was sent and came back.',
    NOT_APPROVED: 'Nobody approved it in time, it was declined, or it was taken back.',
    SCREENING_REFUSED: 'Refused by our payment rules.',
  },
  es: {
    PROVIDER_REFUSED: 'El proveedor no lo aceptó.',
    INVALID_DESTINATION: 'El destino no es válido.',
    DESTINATION_REJECTED: 'El destino no lo aceptó.',
    ACCOUNT_CLOSED: 'La cuenta de destino está cerrada.',
    LIMIT_EXCEEDED: 'Supera un límite del proveedor o del banco.',
    INSUFFICIENT_PROVIDER_FUNDS: 'El proveedor no tenía fondos suficientes.',
    QUOTE_EXPIRED: 'La cotización había vencido.',
    OPERATOR_DECIDED: 'El operador del servicio lo dio por terminado.',
    RETURNED: 'El dinero se envió y regresó.',
    NOT_APPROVED: 'Nadie lo aprobó a tiempo, se rechazó o se canceló.',
    SCREENING_REFUSED: 'Rechazado por nuestras reglas de pago.',
  },
};
