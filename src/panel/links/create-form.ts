import { invalidParam } from '../../lib/errors/errors.ts';
import type { LinkRequest } from '../../payment-links/index.ts';
import type { MemberVisit } from '../request/route.ts';

/** How long a link may live, in hours; D5 allows no more than 90 days. */
export const LIVES = ['1', '24', '72', '168', '720', '2160'] as const;
const USUAL_LIFE = '168';
export const METADATA_ROWS = 4;
const MAX_DESCRIPTION = 500;
const MAX_REFERENCE = 255;
const MAX_NAME = 140;
const MAX_URL = 2_048;
const MAX_KEY = 40;
const MAX_VALUE = 500;
const AN_HOUR_MS = 3600_000;

/** The form as it was filled in. */
export interface LinkForm {
  amount: string;
  currency: string;
  description: string;
  reference: string;
  methods: string[];
  feeBearer: 'merchant' | 'payer';
  life: (typeof LIVES)[number];
  payerName: string;
  returnUrl: string;
  metadata: { key: string; value: string }[];
}

export function readForm(visit: MemberVisit): LinkForm {
  const [keys, values] = [visit.fields('metadata_key'), visit.fields('metadata_value')];
  const life = visit.field('life');
  return {
    amount: visit.field('amount').trim(),
    currency: visit.field('currency'),
    description: visit.field('description').trim(),
    reference: visit.field('reference').trim(),
    methods: visit.fields('method'),
    feeBearer: visit.field('fee_bearer') === 'payer' ? 'payer' : 'merchant',
    life: LIVES.find((known) => known === life) ?? USUAL_LIFE,
    payerName: visit.field('payer_name').trim(),
    returnUrl: visit.field('return_url').trim(),
    metadata: Array.from({ length: METADATA_ROWS }, (_, row) => ({
      key: keys[row]?.trim() ?? '',
      value: values[row]?.trim() ?? '',
    })),
  };
}

/**
 * The request in the form, within the contract's bounds of each field; the service checks all else. Throws
 * `invalid_request` naming the field.
 */
export function toLinkRequest(form: LinkForm, now: Date): LinkRequest {
  const { description, reference, payerName, returnUrl } = form;
  if (description === '' || description.length > MAX_DESCRIPTION) throw refused('description');
  if (reference.length > MAX_REFERENCE) throw refused('reference');
  if (payerName.length > MAX_NAME || /\p{Cc}/u.test(payerName)) throw refused('payer_name');
  if (returnUrl !== '' && !isReturnUrl(returnUrl)) throw refused('return_url');
  return {
    amount: form.amount,
    currency: form.currency,
    description,
    reference: reference === '' ? null : reference,
    acceptedMethods: form.methods.length === 0 ? undefined : [...new Set(form.methods)],
    metadata: toMetadata(form),
    feeBearer: form.feeBearer,
    returnUrl: returnUrl === '' ? null : returnUrl,
    payerName: payerName === '' ? null : payerName,
    expiresAt: new Date(now.getTime() + Number(form.life) * AN_HOUR_MS),
  };
}

function toMetadata({ metadata }: LinkForm): Record<string, string> {
  const given = metadata.filter(({ key, value }) => key !== '' || value !== '');
  const isWhole = given.every(
    ({ key, value }) => key !== '' && key.length <= MAX_KEY && value.length <= MAX_VALUE,
  );
  if (!isWhole || new Set(given.map(({ key }) => key)).size < given.length) throw refused('metadata');
  return Object.fromEntries(given.map(({ key, value }) => [key, value]));
}

function isReturnUrl(text: string): boolean {
  return text.length <= MAX_URL && /^https:\/\/[^/?#@]+([/?#]|$)/.test(text) && URL.canParse(text);
}

function refused(param: string) {
  return invalidParam(param, `${param} is not as the contract describes it.`);
}
