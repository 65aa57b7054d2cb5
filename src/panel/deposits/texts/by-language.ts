import type { Language } from '../../../pages/index.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import type { DepositTexts } from './texts.ts';

export const DEPOSITS: Readonly<Record<Language, DepositTexts>> = { en, es };
