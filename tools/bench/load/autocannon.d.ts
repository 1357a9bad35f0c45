/** The part of autocannon that the benchmarks use. */
declare module 'autocannon' {
  type Request = { readonly body: string } | { readonly setupRequest: (request: object) => object };
  interface Client {
    setRequests(requests: readonly Request[]): void;
  }
  interface Options {
    readonly url: string;
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    /** The duration and the timeout are in seconds. */
    readonly duration: number;
    readonly timeout: number;
    readonly requests: readonly Request[];
    readonly setupClient: (client: Client) => void;
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly duration: number;
  }
  interface Run extends Promise<Result> {
    on(event: 'response', listen: (client: Client, status: number, bytes: number, milliseconds: number) => void): void;
  }
  function autocannon(options: Options): Run;
  export = autocannon;
}
