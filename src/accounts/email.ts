const EMAIL = /^[^\s\p{C}@<>(),;:"[\]\\]{1,64}@[^\s\p{C}@<>(),;:"[\]\\]{2,}$/u;
const MAX_LENGTH = 320;

/** Whether the text is a bare e-mail address, without a display name or surrounding spaces. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && EMAIL.test(text);
}
