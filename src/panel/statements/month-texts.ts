import type { Language } from '../../pages/index.ts';

interface ColumnText {
  label: string;
  /** In characters. */
  width: number;
}

const column = (label: string, width: number): ColumnText => ({ label, width });

/** The texts of a month's workbook. */
interface MonthTexts {
  titleOf: (month: string) => string;
  nothing: string;
  fees: { title: string; own: string; withdrawals: string };
  exchanges: { title: string; count: string; given: string; received: string; rate: string; cost: string };
  codes: { title: string; none: string };
  notes: readonly string[];
  /** By the names of the columns in CSV. */
  columns: Readonly<Record<string, ColumnText>>;
}

const en: MonthTexts = {
  titleOf: (month) => `All assets, ${month}`,
  nothing: 'none',
  fees: { title: 'Fees', own: 'Charged separately', withdrawals: 'Within withdrawals' },
  exchanges: {
    title: 'Exchanges',
    count: 'Number',
    given: 'Given',
    received: 'Received',
    rate: 'Average rate',
    cost: 'Below the locked price',
  },
  codes: { title: 'General-ledger code', none: 'without a code' },
  notes: [
    'Opening balance plus all types of movements is the closing balance of each asset. The sums come from the ledger; the sheet of movements lists what they are made of.',
    'Fees within withdrawals are part of the withdrawals’ amounts. A withdrawal that came back returns its fee with the reversal.',
    'Exchanges are conversions, and payments in another asset than their link’s. Below the locked price is what the account received less than at the price of the payment link, because the payment was not exactly the amount due; at a confirmed quote nothing is lost. The margin within a price is not shown: no reference price of that moment is kept.',
  ],
  columns: {
    created_at: column('Time (UTC)', 25),
    local_time: column('Date', 20),
    type: column('Type', 16),
    ledger_code: column('General-ledger code', 20),
    description: column('Description', 32),
    reference: column('Reference', 20),
    payer: column('Payer', 28),
    method: column('Method', 14),
    asset: column('Asset', 8),
    amount: column('Amount', 18),
    fee: column('Fee', 14),
    net: column('Net', 18),
    balance_after: column('Balance', 18),
    tracking_key: column('Tracking key', 32),
    other_account: column('From or to account', 24),
    other_bank: column('Bank of the CLABE', 20),
    exchanged_amount: column('Exchanged amount', 18),
    exchanged_asset: column('Exchanged asset', 16),
    exchange_shortfall: column('Below the locked price', 22),
    source_object: column('Source', 14),
    source_id: column('Source ID', 38),
    payment_link_code: column('Payment link', 20),
    request_id: column('Request ID', 38),
    id: column('Movement ID', 38),
  },
};

const es: MonthTexts = {
  titleOf: (month) => `Todas las monedas, ${month}`,
  nothing: 'ninguno',
  fees: { title: 'Comisiones', own: 'Cobradas por separado', withdrawals: 'Dentro de los retiros' },
  exchanges: {
    title: 'Cambios de divisa',
    count: 'Número',
    given: 'Entregado',
    received: 'Recibido',
    rate: 'Tipo de cambio promedio',
    cost: 'Por debajo del precio fijado',
  },
  codes: { title: 'Cuenta contable', none: 'sin cuenta' },
  notes: [
    'El saldo inicial más todos los tipos de movimientos es el saldo final de cada moneda. Las sumas vienen del libro contable; la hoja de movimientos muestra de qué se componen.',
    'Las comisiones dentro de los retiros son parte del monto del retiro. Si un retiro regresa, su comisión vuelve con el reverso.',
    'Los cambios de divisa son las conversiones y los pagos en una moneda distinta a la de su enlace. Por debajo del precio fijado es lo que la cuenta recibió de menos frente al precio del enlace de pago, porque el pago no fue por el monto exacto; con una cotización confirmada no se pierde nada. El margen dentro de un precio no se muestra: no se guarda un precio de referencia de ese momento.',
  ],
  columns: {
    created_at: column('Hora (UTC)', 25),
    local_time: column('Fecha', 20),
    type: column('Tipo', 18),
    ledger_code: column('Cuenta contable', 20),
    description: column('Descripción', 32),
    reference: column('Referencia', 20),
    payer: column('Pagador', 28),
    method: column('Método', 14),
    asset: column('Moneda', 8),
    amount: column('Monto', 18),
    fee: column('Comisión', 14),
    net: column('Neto', 18),
    balance_after: column('Saldo', 18),
    tracking_key: column('Clave de rastreo', 32),
    other_account: column('Cuenta de origen o destino', 26),
    other_bank: column('Banco de la CLABE', 20),
    exchanged_amount: column('Monto cambiado', 18),
    exchanged_asset: column('Moneda cambiada', 16),
    exchange_shortfall: column('Por debajo del precio fijado', 26),
    source_object: column('Origen', 14),
    source_id: column('ID de origen', 38),
    payment_link_code: column('Enlace de pago', 20),
    request_id: column('ID de solicitud', 38),
    id: column('ID del movimiento', 38),
  },
};

export const MONTH_TEXTS: Readonly<Record<Language, MonthTexts>> = { en, es };
