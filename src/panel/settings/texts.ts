import type { Language } from '../../pages/index.ts';

const en = {
  title: 'Settings',
  seen: 'What your payers see',
  preview: (name: string): string => `The payment page of ${name}, light and dark`,
  pay: 'Pay',
  link: 'Pay another way',
  name: 'Name',
  nameHint: 'To change it, ask the operator of the service.',
  color: 'Colour',
  standardColor: 'the default colour',
  textOnIt: 'Text on it',
  black: 'black',
  white: 'white',
  withContrast: (contrast: string): string => `contrast ${contrast}; at least 4.5 is needed`,
  links: 'Links',
  asItIs: 'in this colour',
  adjusted: (light: string, dark: string): string =>
    `${light} on light pages and ${dark} on dark ones, so that they can be read there`,
  logo: 'Logo',
  noLogo: 'none; the first letter of the name is shown',
  logoOf: (name: string): string => `The logo of ${name}`,
  change: 'Change the payment page',
  colorHint: 'For buttons and links. Text on it is black or white, whichever is easier to read.',
  logoHint:
    'PNG, JPEG or WebP, up to 24 KB, sides of 16 to 2048 pixels. Leave it empty to keep the current one.',
  save: 'Save',
  removeColor: 'Use the default colour',
  removeLogo: 'Remove the logo',
  reporting: 'Reports',
  timeZone: 'Time zone',
  timeZoneHint:
    'Days, filters, charts and statements of the panel are in this time zone. The API stays in UTC. Statements of past months are computed again when it changes.',
  baseCurrency: 'Base currency',
  noBaseCurrency: 'None',
  baseCurrencyHint: 'The overview estimates the total of your balances in it.',
  tolerances: {
    title: 'Payments that are short or over',
    why: 'A payment that is off by a little can pay its link all the same, if it is within both limits of its method. What arrived is credited. Any other payment waits under Deposits for your decision.',
    none: 'None set: only exactly the amount due pays a link.',
    method: 'Method',
    choose: 'Choose a method',
    share: 'Percentage of the amount due',
    shareHint: 'Like 0.5; at most 10.',
    max: 'Maximum',
    maxHint: 'In the currency that the payer sends, like 20.',
    set: 'Set the tolerance',
    remove: 'Remove',
    removeWhich: (method: string): string => `Remove the tolerance for ${method}`,
  },
  notices: {
    tolerance_set: 'The tolerance was set, from the next payment on. Owners were notified by e-mail.',
    tolerance_removed: 'The tolerance was removed. Owners were notified by e-mail.',
    reporting_saved: 'Saved. The panel uses it from now on.',
    saved: 'Saved. Payers see it from now on.',
    color_removed: 'Your pages use the default colour again.',
    logo_removed: 'The logo was removed.',
  },
  problems: {
    'invalid_request.time_zone':
      'The time zone was not saved. Choose one from the list, like America/Mexico_City.',
    'invalid_request.base_currency': 'Choose a base currency from the list.',
    'invalid_request.method': 'Choose one of the methods.',
    'invalid_request.share': 'Enter a percentage above 0 and up to 10, like 0.5.',
    'invalid_request.max.ambiguous':
      'This amount can be read in two ways. Write it without separating the thousands: 1234 or 1234.50.',
    'invalid_request.max': 'Enter an amount above zero, like 20.',
    'invalid_request.color': 'The colour must be six hexadecimal digits after a #, like #0a7cff.',
    'invalid_request.logo':
      'The logo was not saved. It must be a PNG, JPEG or WebP image of up to 24 KB, with sides of 16 to 2048 pixels. SVG is not accepted, because it can contain scripts.',
  },
};

const es: typeof en = {
  title: 'Configuración',
  seen: 'Lo que ven quienes te pagan',
  preview: (name) => `La página de pago de ${name}, clara y oscura`,
  pay: 'Pagar',
  link: 'Pagar de otra forma',
  name: 'Nombre',
  nameHint: 'Para cambiarlo, pídelo al operador del servicio.',
  color: 'Color',
  standardColor: 'el color predeterminado',
  textOnIt: 'Texto encima',
  black: 'negro',
  white: 'blanco',
  withContrast: (contrast) => `contraste ${contrast}; se necesita 4.5 o más`,
  links: 'Enlaces',
  asItIs: 'en este color',
  adjusted: (light, dark) => `${light} en páginas claras y ${dark} en oscuras, para que se puedan leer`,
  logo: 'Logotipo',
  noLogo: 'ninguno; se muestra la inicial del nombre',
  logoOf: (name) => `El logotipo de ${name}`,
  change: 'Cambiar la página de pago',
  colorHint: 'Para botones y enlaces. El texto encima es negro o blanco, lo que se lea mejor.',
  logoHint:
    'PNG, JPEG o WebP, hasta 24 KB, lados de 16 a 2048 píxeles. Déjalo vacío para conservar el actual.',
  save: 'Guardar',
  removeColor: 'Usar el color predeterminado',
  removeLogo: 'Quitar el logotipo',
  reporting: 'Reportes',
  timeZone: 'Zona horaria',
  timeZoneHint:
    'Los días, filtros, gráficas y estados de cuenta del panel usan esta zona horaria. La API sigue en UTC. Si la cambias, los estados de cuenta de meses anteriores se calculan de nuevo.',
  baseCurrency: 'Moneda base',
  noBaseCurrency: 'Ninguna',
  baseCurrencyHint: 'El resumen estima en ella el total de tus saldos.',
  tolerances: {
    title: 'Pagos con diferencia',
    why: 'Un pago con una diferencia pequeña puede pagar su enlace de todos modos, si no rebasa ninguno de los dos límites de su método. Se abona lo que llegó. Los demás esperan tu decisión en Depósitos.',
    none: 'Sin tolerancia: solo el monto exacto paga un enlace.',
    method: 'Método',
    choose: 'Elige un método',
    share: 'Porcentaje del monto esperado',
    shareHint: 'Por ejemplo 0.5; máximo 10.',
    max: 'Máximo',
    maxHint: 'En la moneda que envía quien paga; por ejemplo, 20.',
    set: 'Fijar la tolerancia',
    remove: 'Quitar',
    removeWhich: (method) => `Quitar la tolerancia para ${method}`,
  },
  notices: {
    tolerance_set: 'La tolerancia se fijó a partir del próximo pago. Se avisó a los propietarios por correo.',
    tolerance_removed: 'La tolerancia se quitó. Se avisó a los propietarios por correo.',
    reporting_saved: 'Se guardó. El panel ya lo usa.',
    saved: 'Se guardó. Quienes pagan ya lo ven.',
    color_removed: 'Tus páginas usan otra vez el color predeterminado.',
    logo_removed: 'Se quitó el logotipo.',
  },
  problems: {
    'invalid_request.time_zone':
      'La zona horaria no se guardó. Elige una de la lista, como America/Mexico_City.',
    'invalid_request.base_currency': 'Elige una moneda base de la lista.',
    'invalid_request.method': 'Elige uno de los métodos.',
    'invalid_request.share': 'Escribe un porcentaje mayor que 0 y de hasta 10, como 0.5.',
    'invalid_request.max.ambiguous':
      'Este monto se puede leer de dos maneras. Escríbelo sin separar los miles: 1234 o 1234.50.',
    'invalid_request.max': 'Escribe un monto mayor que cero, como 20.',
    'invalid_request.color': 'El color son seis dígitos hexadecimales después de un #, como #0a7cff.',
    'invalid_request.logo':
      'El logotipo no se guardó. Debe ser una imagen PNG, JPEG o WebP de hasta 24 KB, con lados de 16 a 2048 píxeles. No se acepta SVG, porque puede contener scripts.',
  },
};

/** Why what was entered in a form of the page was not saved. */
export type Refused = Partial<Record<'brand' | 'reporting' | 'tolerance', keyof (typeof en)['problems']>>;

export const SETTINGS: Readonly<Record<Language, typeof en>> = { en, es };
