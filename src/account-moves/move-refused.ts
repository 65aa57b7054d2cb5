/** The reason why an account cannot be moved, in words for the operator; it keeps working where it was. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
