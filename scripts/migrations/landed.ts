/** The migrations up to this one have landed: they stay as they are, with none added in between. */
export const LANDED = {
  newest: '20261202140000_refund_notes.ts',
  sha256: '6ae7e8666931a0db51248a182144641426f2eb33a42d1a912568de7aa87bd114',
};
