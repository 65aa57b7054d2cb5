const EMAIL = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]+\.?[^\s@<>(),;:"[\]\\]+$/;
const MAX_LENGTH = 320;

/** Whether the text can be an e-mail address, without a name or spaces around it. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && EMAIL.test(text);
}
