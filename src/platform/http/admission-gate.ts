import { DomainError } from '../errors/domain-error.js';
import type { Exchange } from './exchange.js';

/** The minimum size of a request that is counted, in bytes. Even a thousand smaller requests take little memory. */
const minCountedBytes = 128 * 1024;

/** How long a request waits to be admitted, in milliseconds. */
export const admissionTimeoutMs = 5_000;

/** The token under which Nest injects the timeout of the gates. */
export const admissionTimeoutToken = Symbol('AdmissionTimeout');

/** The value of `Retry-After`, in seconds. After this time some of the running requests have probably ended. */
const retryAfterSeconds = 5;

interface Waiting {
  readonly admission: Admission;
  readonly more: number;
  readonly admit: () => void;
}

/**
 * Limits the memory that all running requests together use. A request is admitted with its estimated size, or waits until other
 * requests have released their bytes. A tenant gets at most half of what the other tenants leave, so that no tenant gets all.
 */
export class AdmissionGate {
  private readonly heldBy = new Map<string, number>();
  private held = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * Makes a gate that has admitted no request yet.
   * @param capacity the bytes of all admitted requests together
   * @param timeoutMs how long a request waits to be admitted, in milliseconds
   */
  constructor(
    private readonly capacity: number,
    private readonly timeoutMs: number,
  ) {}

  /** The admission of a request that uses no memory yet. {@link Admission.grow} then waits for its bytes. */
  newAdmission(tenantId: string): Admission {
    return new Admission(tenantId, this);
  }

  /**
   * Waits until a request of the tenant may hold this many bytes.
   * @throws DomainError SERVICE_BUSY after the timeout
   */
  async admit(tenantId: string, bytes: number): Promise<Admission> {
    const admission = this.newAdmission(tenantId);
    await admission.grow(bytes);
    return admission;
  }

  /** Counts more bytes for an admission, as soon as that many bytes are free. Only admissions call this. */
  async addWhenFree(admission: Admission, more: number): Promise<void> {
    if (this.hasRoom(admission, more)) {
      this.changeHeld(admission, more);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        admission,
        more,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(new DomainError('SERVICE_BUSY', undefined, { 'Retry-After': String(retryAfterSeconds) }));
      }, this.timeoutMs);
      this.waiting.add(waiting);
    });
  }

  /** Takes bytes back from an admission. Only admissions call it. */
  giveBack(admission: Admission, bytes: number): void {
    this.changeHeld(admission, -bytes);
    for (const waiting of this.waiting) {
      if (!this.hasRoom(waiting.admission, waiting.more)) continue;
      this.waiting.delete(waiting);
      this.changeHeld(waiting.admission, waiting.more);
      waiting.admit();
    }
  }

  /** The bytes that are counted for a request. A request larger than half of the capacity counts as half, so that it can be admitted. */
  countedBytes(bytes: number): number {
    return bytes < minCountedBytes ? 0 : Math.min(bytes, this.capacity / 2);
  }

  private hasRoom({ tenantId, bytes }: Admission, more: number): boolean {
    if (this.held + more > this.capacity) return false;
    const own = this.heldBy.get(tenantId) ?? 0;
    const isOnly = own === bytes;
    return isOnly || own + more <= (this.capacity - (this.held - own)) / 2;
  }

  /**
   * Changes the number of bytes that an admission holds.
   * @param change bytes to add; negative to give back
   */
  private changeHeld(admission: Admission, change: number): void {
    admission.bytes += change;
    this.held += change;
    const own = (this.heldBy.get(admission.tenantId) ?? 0) + change;
    if (own === 0) this.heldBy.delete(admission.tenantId);
    else this.heldBy.set(admission.tenantId, own);
  }
}

/** The memory that the gate has granted to one request. */
export class Admission {
  /** The number of bytes that are counted for the request; the gate sets it. */
  bytes = 0;

  constructor(
    readonly tenantId: string,
    private readonly gate: AdmissionGate,
  ) {}

  /**
   * Waits until the request may hold this many bytes in total.
   * @throws DomainError SERVICE_BUSY after the timeout
   */
  async grow(bytes: number): Promise<void> {
    const more = this.gate.countedBytes(bytes) - this.bytes;
    if (more > 0) await this.gate.addWhenFree(this, more);
  }

  /** Reduces the admission to this many bytes, when a request needs less memory than it was admitted for. */
  shrink(bytes: number): void {
    const surplus = this.bytes - this.gate.countedBytes(bytes);
    if (surplus > 0) this.gate.giveBack(this, surplus);
  }

  /** Releases all bytes of the request, which must no longer use the memory. Further calls do nothing. */
  release(): void {
    if (this.bytes > 0) this.gate.giveBack(this, this.bytes);
  }

  /** Releases the bytes when the answer was sent or can no longer be sent. It must be called only after the work of the request. */
  releaseWhenAnswered({ whenAnswered }: Pick<Exchange, 'whenAnswered'>): void {
    if (this.bytes === 0) return;
    whenAnswered(() => {
      this.release();
    });
  }
}

/**
 * The estimated memory of a parsed JSON value, in bytes. A value takes about 60 bytes in a batch of companies, and up to 150 in objects
 * whose members all have different names.
 */
const bytesOfValue = 100;

/** The memory that a JSON body takes, in bytes. */
export function weightOfJson(bytes: number, values: number): number {
  return bytes + values * bytesOfValue;
}

/** The gate for request bodies and the values parsed from them, from before the body is read until the handler has ended. */
export class BodyGate extends AdmissionGate {}

/** The gate for the answers of enrichments, from before the lookup until they are sent. */
export class AnswerGate extends AdmissionGate {}

/** The gate for streams of signals. They have a gate of their own, because a stream may take minutes. */
export class StreamGate extends AdmissionGate {}
