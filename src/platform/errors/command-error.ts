/** An operator's command that cannot be carried out; the message is one readable line and goes to the terminal. */
export class Refusal extends Error {
  readonly exitCode: number = 1;
}

/** A command that was carried out in part; the message says what was not. */
export class PartialRefusal extends Refusal {
  override readonly exitCode = 2;
}
