import type { MethodKind } from '../../methods/index.ts';
import type { Language } from '../../pages/index.ts';

/** The purpose that the fields serve. */
export interface DestinationForm {
  kind: MethodKind;
  asset: string;
  network: string | null;
}

const problems = {
  'invalid_request.clabe': 'This is not a CLABE: it has 18 digits, and the last one checks the others.',
  'invalid_request.beneficiary': "The account holder's name has up to 140 characters.",
  'invalid_request.address':
    'This is not an address: it has 0x followed by 40 hexadecimal digits. One in mixed case must be exactly as it was copied.',
  'invalid_request.bank_account_number':
    'The account number has 4 to 17 digits in the US, and up to 34 letters and digits elsewhere.',
  'invalid_request.bank_routing_number':
    'This is not a routing number: it has 9 digits, and the last one checks the others. Outside the US, enter the BIC.',
  'invalid_request.bank_account_type': 'Choose a checking or a savings account.',
  'invalid_request.iban': 'This is not an IBAN: its check digits do not agree with the rest.',
  'invalid_request.bic': 'This is not a BIC: it has 8 or 11 characters, like COBADEFFXXX.',
  'invalid_request.bank_account_name': "Give the account holder's name, up to 140 characters.",
  'invalid_request.bank_name': "The bank's name has up to 140 characters.",
  'invalid_request.holder_type': 'Choose whether the holder is a person or a company.',
  'invalid_request.holder_street': "Give the holder's street, up to 70 characters.",
  'invalid_request.holder_city': "Give the holder's city, up to 35 characters.",
  'invalid_request.holder_state': "The holder's state has up to 35 characters.",
  'invalid_request.holder_postal_code': "The holder's postal code has up to 16 characters.",
  'invalid_request.holder_country': "Give the holder's country by its two letters, like US.",
  'invalid_request.breb_key': 'The key has up to 92 characters, without spaces.',
  'invalid_request.holder_document_type': 'Give the type of the document, like CC or NIT.',
  'invalid_request.holder_document_number': "Give the document's number, without dots.",
};

const en = {
  labels: {
    clabe: (): string => 'CLABE',
    beneficiary: (): string => 'Account holder',
    address: ({ network }: DestinationForm): string => `Address on ${network ?? ''}`,
    bank_account_number: (): string => 'Account number or IBAN',
    bank_routing_number: (): string => 'Routing number (ABA) or BIC',
    bank_account_type: (): string => 'Kind of account',
    bank_account_name: (): string => 'Account holder',
    bank_name: (): string => 'Name of the bank',
    holder_type: (): string => 'The holder is',
    holder_street: (): string => 'Street and number',
    holder_city: (): string => 'City',
    holder_state: (): string => 'State or province',
    holder_postal_code: (): string => 'Postal code',
    holder_country: (): string => 'Country',
    breb_key: (): string => 'Bre-B key',
    holder_document_type: (): string => 'Type of the holder’s document',
    holder_document_number: (): string => 'Number of the document',
  },
  clabeHint: '18 digits',
  addressHint: ({ asset, network }: DestinationForm): string =>
    `Only an address that takes ${asset} on ${network ?? ''}. What is sent over another network is lost.`,
  bankHint: 'In the US: 9 digits. Elsewhere: 8 or 11 characters; not needed with an IBAN.',
  more: 'Details that banks ask for',
  moreHint: 'A wire in dollars needs the holder’s address, and whether the holder is a person or a company.',
  choices: { bank_account_type: 'Kind of account', holder_type: 'The holder is' },
  notKnown: 'Not known',
  accountTypes: { checking: 'Checking account', savings: 'Savings account' },
  holderTypes: { individual: 'A person', business: 'A company' },
  countryHint: 'Two letters, like US',
  keyHint: 'A phone number, an e-mail address, a document or @ and a name',
  documentHint:
    'Like CC or NIT. If it is given, money is sent only while the key is that person’s or company’s.',
  problems,
};

const es: typeof en = {
  labels: {
    clabe: () => 'CLABE',
    beneficiary: () => 'Titular de la cuenta',
    address: ({ network }) => `Dirección en ${network ?? ''}`,
    bank_account_number: () => 'Número de cuenta o IBAN',
    bank_routing_number: () => 'Número de ruta (ABA) o BIC',
    bank_account_type: () => 'Tipo de cuenta',
    bank_account_name: () => 'Titular de la cuenta',
    bank_name: () => 'Nombre del banco',
    holder_type: () => 'El titular es',
    holder_street: () => 'Calle y número',
    holder_city: () => 'Ciudad',
    holder_state: () => 'Estado o provincia',
    holder_postal_code: () => 'Código postal',
    holder_country: () => 'País',
    breb_key: () => 'Llave de Bre-B',
    holder_document_type: () => 'Tipo de documento del titular',
    holder_document_number: () => 'Número de documento',
  },
  clabeHint: '18 dígitos',
  addressHint: ({ asset, network }) =>
    `Solo una dirección que reciba ${asset} en ${network ?? ''}. Lo que se envía por otra red se pierde.`,
  bankHint: 'En Estados Unidos: 9 dígitos. En otros países: 8 u 11 caracteres; con IBAN no hace falta.',
  more: 'Datos que piden los bancos',
  moreHint:
    'Una transferencia en dólares necesita la dirección del titular, y si es una persona o una empresa.',
  choices: { bank_account_type: 'Tipo de cuenta', holder_type: 'El titular es' },
  notKnown: 'No se sabe',
  accountTypes: { checking: 'Cuenta corriente', savings: 'Cuenta de ahorros' },
  holderTypes: { individual: 'Una persona', business: 'Una empresa' },
  countryHint: 'Dos letras, por ejemplo CO',
  keyHint: 'Un teléfono, un correo, un documento o @ y un nombre',
  documentHint:
    'Por ejemplo CC o NIT. Si se indica, solo se envía mientras la llave sea de esa persona o empresa.',
  problems: {
    'invalid_request.clabe': 'No es una CLABE: tiene 18 dígitos, y el último verifica a los demás.',
    'invalid_request.beneficiary': 'El nombre del titular tiene hasta 140 caracteres.',
    'invalid_request.address':
      'No es una dirección: tiene 0x seguido de 40 dígitos hexadecimales. Si mezcla mayúsculas y minúsculas, debe ser tal como se copió.',
    'invalid_request.bank_account_number':
      'El número de cuenta tiene de 4 a 17 dígitos en Estados Unidos, y hasta 34 letras y dígitos en otros países.',
    'invalid_request.bank_routing_number':
      'No es un número de ruta: tiene 9 dígitos, y el último verifica a los demás. Fuera de Estados Unidos, escribe el BIC.',
    'invalid_request.bank_account_type': 'Elige cuenta corriente o de ahorros.',
    'invalid_request.iban': 'No es un IBAN: sus dígitos de control no coinciden con el resto.',
    'invalid_request.bic': 'No es un BIC: tiene 8 u 11 caracteres, como COBADEFFXXX.',
    'invalid_request.bank_account_name': 'Escribe el nombre del titular, de hasta 140 caracteres.',
    'invalid_request.bank_name': 'El nombre del banco tiene hasta 140 caracteres.',
    'invalid_request.holder_type': 'Elige si el titular es una persona o una empresa.',
    'invalid_request.holder_street': 'Escribe la calle del titular, de hasta 70 caracteres.',
    'invalid_request.holder_city': 'Escribe la ciudad del titular, de hasta 35 caracteres.',
    'invalid_request.holder_state': 'El estado tiene hasta 35 caracteres.',
    'invalid_request.holder_postal_code': 'El código postal tiene hasta 16 caracteres.',
    'invalid_request.holder_country': 'Escribe el país con sus dos letras, por ejemplo CO.',
    'invalid_request.breb_key': 'La llave tiene hasta 92 caracteres, sin espacios.',
    'invalid_request.holder_document_type': 'Escribe el tipo de documento, por ejemplo CC o NIT.',
    'invalid_request.holder_document_number': 'Escribe el número del documento, sin puntos.',
  },
};

export const DESTINATION_FIELDS: Readonly<Record<Language, typeof en>> = { en, es };
