/** An operator's command that cannot be carried out; the message is one readable line and goes to the terminal. */
export class Refusal extends Error {}
