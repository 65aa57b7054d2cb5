/** Why an account cannot be moved, in words for the operator; it works where it did. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
