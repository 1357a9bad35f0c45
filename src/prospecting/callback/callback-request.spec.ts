import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { postJson, type Posting, retryDelayAfter } from './callback-request.js';

const never = new AbortController().signal;
const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Answers every connection with these bytes; null for no bytes. */
async function receiver(answer: string | null): Promise<{ port: number; connections: Socket[] }> {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (answer !== null) socket.write(answer);
    });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, connections };
}

function to(url: string, settings: Partial<Posting> = {}): Posting {
  return { url: new URL(url), body: '{}', headers: {}, policy: 'any', timeoutMs: 60_000, ...settings };
}

describe('postJson succeeds', () => {
  it.each([
    ['of an answer', 'HTTP/1.1 204 No Content\r\n\r\n', 204],
    ['before the body has arrived', 'HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nx', 200],
    ['of the answer after a 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', 200],
    ['of a redirection, which it does not follow', 'HTTP/1.1 302 Found\r\nLocation: /there\r\n\r\n', 302],
  ])('returns the status %s', async (_, answer, status) => {
    const { port, connections } = await receiver(answer);
    expect(await postJson(to(`http://127.0.0.1:${port}/`), never)).toBe(status);
    expect(connections).toHaveLength(1);
  });
});

describe('postJson rejects', () => {
  it.each([
    ['that changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    ['that is not an HTTP server', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('throws for a receiver %s', async (_, answer) => {
    const { port } = await receiver(answer);
    await expect(postJson(to(`http://127.0.0.1:${port}/`), never)).rejects.toThrow();
  });

  it('throws for a receiver that does not answer in time', async () => {
    const { port } = await receiver(null);
    const posting = to(`http://127.0.0.1:${port}/`, { timeoutMs: 50 });
    await expect(postJson(posting, never)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('throws when its signal aborts because the process ends', async () => {
    const { port, connections } = await receiver(null);
    const end = new AbortController();
    const sent = postJson(to(`http://127.0.0.1:${port}/`), end.signal);
    end.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    expect(connections.length).toBeLessThan(2);
  });

  it('throws before it connects if the host name leads into a private network', async () => {
    const { port, connections } = await receiver('HTTP/1.1 200 OK\r\n\r\n');
    const posting = to(`http://localhost:${port}/`, { policy: 'public only' });
    await expect(postJson(posting, never)).rejects.toThrow('private network');
    expect(connections).toEqual([]);
  });
});

describe('The plan of the attempts at a callback', () => {
  it('returns a longer delay after each attempt, and null after delays of 12 to 24 hours in total', () => {
    const waits: number[] = [];
    for (let wait = retryDelayAfter(1); wait !== null; wait = retryDelayAfter(waits.length + 1)) waits.push(wait);
    expect(waits).toEqual([...new Set(waits)].sort((a, b) => a - b));
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600;
    expect(hours).toBeGreaterThan(12);
    expect(hours).toBeLessThan(24);
  });
});
