import { Injectable } from '@nestjs/common';

type MessageId = string | number;

/** The members of a message that show whether it calls a tool, cancels a call of a tool, or does something else. */
interface ReadMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
}

/** A call of a tool that has not been answered yet. */
export interface CallUnderWay {
  /** Whether the client has cancelled the call. */
  isCancelled: boolean;
}

/**
 * The calls of tools that this process has not answered yet. A client of a protocol revision before 2026 cancels a call with the
 * message `notifications/cancelled`, and leaves the connection of the call open. Later clients close the connection instead. The
 * service keeps no sessions, so it identifies a call by the API key and the id of the message. Two agents with the same key may use
 * the same id. If the id in a cancelling message fits several calls, none of them is cancelled. A process knows only the calls that
 * it answers itself.
 */
@Injectable()
export class CallsUnderWay {
  private readonly calls = new Map<string, Set<CallUnderWay>>();

  /**
   * Does the work of a message. If the message calls a tool, other messages can cancel the call until the work is done. If the
   * message cancels another call, that call is marked as cancelled before the work begins.
   */
  async during<T>(keyId: string, message: unknown, work: (call: CallUnderWay) => Promise<T>): Promise<T> {
    const { id, method, params } = messageOf(message);
    const call = { isCancelled: false };
    if (method === 'notifications/cancelled' && isMessageId(params?.requestId)) this.cancel(keyId, params.requestId);
    if (method !== 'tools/call' || !isMessageId(id)) return work(call);
    const name = nameOf(keyId, id);
    const sameId = this.calls.get(name) ?? new Set();
    this.calls.set(name, sameId.add(call));
    try {
      return await work(call);
    } finally {
      sameId.delete(call);
      if (sameId.size === 0) this.calls.delete(name);
    }
  }

  private cancel(keyId: string, id: MessageId): void {
    const [call, ...others] = this.calls.get(nameOf(keyId, id)) ?? [];
    if (call !== undefined && others.length === 0) call.isCancelled = true;
  }
}

function messageOf(message: unknown): ReadMessage {
  return typeof message === 'object' && message !== null ? message : {};
}

function isMessageId(id: unknown): id is MessageId {
  return typeof id === 'string' || typeof id === 'number';
}

/** The name under which a call is stored until it is answered. The ids `1` and `"1"` give different names. */
function nameOf(keyId: string, id: MessageId): string {
  return `${keyId} ${JSON.stringify(id)}`;
}
