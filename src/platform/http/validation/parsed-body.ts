/**
 * The value of a JSON body, which can be had once. Whoever takes it decides how long it lives: what a schema leaves of five
 * megabytes may be little, and the rest must not stay until the request is answered.
 */
export class ParsedBody {
  private isTaken = false;

  constructor(private value: unknown) {}

  take(): unknown {
    if (this.isTaken) throw new Error('A body is checked once');
    const { value } = this;
    this.isTaken = true;
    this.value = undefined;
    return value;
  }
}
