import type { Language } from '../../pages/index.ts';
import { WORDS } from '../frame/words.ts';

const en = {
  ...WORDS.en,
  title: 'Refunds by API',
  isOn: 'Refunds by API are on.',
  isOff: 'Refunds by API are off.',
  why: 'While they are on, your systems can refund payments without anybody signing in, with API keys that have the scope refunds:write.',
  rules: [
    'Such refunds only go back to where the payment came from, as the bank or provider itself knows it. Other payments, such as those on a chain, are refunded here, where a person names the destination.',
    'Whoever steals such a key can refund your payers up to the limit, and send money nowhere else.',
    'The limit is for all keys together within 24 hours. Refunds in other currencies count at the reference rates of the operator of the service.',
    'Owners are not notified of each of these refunds by e-mail. They are listed under Refunds, and each names its key.',
  ],
  limitHint: 'Like 20000.',
  used: 'Refunded by API in the last 24 hours',
  left: 'API keys may still refund',
  turnOn: 'Turn on refunds by API',
  change: 'Change the limit',
  turnOff: 'Turn off refunds by API',
  onlyOwners: 'Only owners can turn them on or off.',
  keys: 'API keys',
  flashMessages: {
    on: { done: 'Refunds by API are on, with this limit.', mailed: WORDS.en.ownersNotified },
    off: { done: 'Refunds by API are off.', mailed: WORDS.en.ownersNotified },
  },
  problems: {
    'invalid_request.amount.ambiguous': WORDS.en.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.en.noCents,
    'invalid_request.amount': 'Enter an amount above zero, like 20000.',
    'invalid_request.currency': WORDS.en.chooseCurrency,
  },
};

const es: typeof en = {
  ...WORDS.es,
  title: 'Devoluciones por API',
  isOn: 'Las devoluciones por API están activadas.',
  isOff: 'Las devoluciones por API están desactivadas.',
  why: 'Mientras están activadas, tus sistemas pueden devolver pagos sin que nadie inicie sesión, con claves de API que tengan el permiso refunds:write.',
  rules: [
    'Estas devoluciones solo regresan por donde llegó el pago, según lo sabe el propio banco o proveedor. Los demás pagos, como los hechos en blockchain, se devuelven aquí, donde una persona indica el destino.',
    'Quien robe una de estas claves puede devolver dinero a quienes te pagaron hasta el límite, y no puede enviarlo a ningún otro lugar.',
    'El límite es para todas las claves en conjunto en 24 horas. Las devoluciones en otras monedas se calculan con los tipos de cambio de referencia del operador del servicio.',
    'No se avisa a los propietarios por correo de cada una de estas devoluciones. Aparecen en Devoluciones, y cada una nombra su clave.',
  ],
  limitHint: 'Por ejemplo 20000.',
  used: 'Devuelto por API en las últimas 24 horas',
  left: 'Las claves de API aún pueden devolver',
  turnOn: 'Activar las devoluciones por API',
  change: 'Cambiar el límite',
  turnOff: 'Desactivar las devoluciones por API',
  onlyOwners: 'Solo los propietarios pueden activarlas o desactivarlas.',
  keys: 'Claves de API',
  flashMessages: {
    on: {
      done: 'Las devoluciones por API están activadas, con este límite.',
      mailed: WORDS.es.ownersNotified,
    },
    off: { done: 'Las devoluciones por API están desactivadas.', mailed: WORDS.es.ownersNotified },
  },
  problems: {
    'invalid_request.amount.ambiguous': WORDS.es.ambiguousAmount,
    'invalid_request.amount.fraction': WORDS.es.noCents,
    'invalid_request.amount': 'Escribe un monto mayor que cero, como 20000.',
    'invalid_request.currency': WORDS.es.chooseCurrency,
  },
};

export const API_REFUNDS: Readonly<Record<Language, typeof en>> = { en, es };
