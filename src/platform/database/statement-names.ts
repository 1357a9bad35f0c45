/** The server keeps every named statement for as long as the connection lives, so there must not be endlessly many. */
const mostNames = 200;

/**
 * Names for prepared statements whose text depends on the request (which columns, which keys). The first
 * {@link mostNames} texts get a name and are planned once a connection; any further ones run without.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** @param subject stands in front of every name; one for each reader */
  constructor(private readonly subject: string) {}

  prepare(text: string): { text: string; name?: string } {
    const known = this.names.get(text);
    if (known !== undefined) return { text, name: known };
    if (this.names.size >= mostNames) return { text };
    const name = `${this.subject}-${this.names.size + 1}`;
    this.names.set(text, name);
    return { text, name };
  }
}
