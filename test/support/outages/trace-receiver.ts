import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
});

const traces = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
});

export type ReceivedSpan = z.infer<typeof span> & { readonly service: unknown };

/** Receives traces as OTLP over HTTP and stores them. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  private readonly server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces') this.keep(body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  static async start(): Promise<TraceReceiver> {
    const receiver = new TraceReceiver();
    await once(receiver.server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private keep(body: unknown): void {
    for (const { resource, scopeSpans } of traces.parse(body).resourceSpans) {
      const service = resource.attributes['service.name'];
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map((each) => ({ ...each, service }))));
    }
  }
}
