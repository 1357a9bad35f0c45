import { DomainError } from '../errors/domain-error.js';

/** What weighs less passes uncounted: a thousand of them at once are no burden. */
const leastCounted = 128 * 1024;

/** How long a request waits for its turn, in milliseconds. */
const longestWait = 5_000;

/** Whoever was refused is best served once a few of those before have gone. */
const retryAfterSeconds = 5;

interface Waiting {
  readonly admission: Admission;
  readonly more: number;
  readonly admit: () => void;
}

/**
 * Bounds the bytes that requests which are under way at once hold in memory. Each is let in with the weight that it is
 * estimated at, or waits for a while for others to go. A tenant has half of what others leave, so that none has all.
 */
export class AdmissionGate {
  private readonly heldBy = new Map<string, number>();
  private held = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * @param capacity in bytes
   * @param patienceMs how long a request waits at most
   */
  constructor(
    private readonly capacity: number,
    private readonly patienceMs = longestWait,
  ) {}

  /** A request that holds nothing yet; it is let in by {@link Admission.grow}. */
  enter(tenantId: string): Admission {
    return new Admission(tenantId, this);
  }

  /** Called by admissions only. */
  async take(admission: Admission, more: number): Promise<void> {
    if (this.hasRoom(admission, more)) {
      this.book(admission, more);
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
      }, this.patienceMs);
      this.waiting.add(waiting);
    });
  }

  /** Called by admissions only. */
  giveBack(admission: Admission): void {
    this.book(admission, -admission.bytes);
    for (const waiting of this.waiting) {
      if (!this.hasRoom(waiting.admission, waiting.more)) continue;
      this.waiting.delete(waiting);
      this.book(waiting.admission, waiting.more);
      waiting.admit();
    }
  }

  /** What is too heavy for the gate weighs half of it, so that it passes all the same. */
  weigh(bytes: number): number {
    return bytes < leastCounted ? 0 : Math.min(bytes, this.capacity / 2);
  }

  private hasRoom({ tenantId, bytes }: Admission, more: number): boolean {
    if (this.held + more > this.capacity) return false;
    const own = this.heldBy.get(tenantId) ?? 0;
    const isOnly = own === bytes;
    return isOnly || own + more <= (this.capacity - (this.held - own)) / 2;
  }

  private book(admission: Admission, more: number): void {
    admission.bytes += more;
    this.held += more;
    const own = (this.heldBy.get(admission.tenantId) ?? 0) + more;
    if (own === 0) this.heldBy.delete(admission.tenantId);
    else this.heldBy.set(admission.tenantId, own);
  }
}

/** The right of a request to be under way. */
export class Admission {
  /** What it counts as; the gate keeps it. */
  bytes = 0;

  constructor(
    readonly tenantId: string,
    private readonly gate: AdmissionGate,
  ) {}

  /**
   * Waits until the request may hold so many bytes in all.
   * @throws DomainError SERVICE_BUSY when others do not go in time
   */
  async grow(bytes: number): Promise<void> {
    const more = this.gate.weigh(bytes) - this.bytes;
    if (more > 0) await this.gate.take(this, more);
  }

  /** Lets others in; to be called once the request holds nothing any more. May be called again. */
  release(): void {
    if (this.bytes > 0) this.gate.giveBack(this);
  }
}

/** For bodies, from before they are read until the handler is done with what they say. */
export class BodyGate extends AdmissionGate {}

/** A request as far as its admission goes. */
interface Admitted {
  readonly caller: { readonly tenantId: string };
  /** Calls back once its answer was sent, or can no longer be. */
  readonly whenAnswered: (callback: () => void) => void;
}

/** For the answers of enrichments. */
export class AnswerGate extends AdmissionGate {
  /**
   * Works on a request once there is room for its answer, which counts until it has left.
   * @param size of the answer, estimated, in bytes
   * @throws DomainError SERVICE_BUSY
   */
  async within<T>(
    { caller, whenAnswered }: Admitted,
    size: number,
    work: (admission: Admission) => Promise<T>,
  ): Promise<T> {
    const admission = this.enter(caller.tenantId);
    try {
      await admission.grow(size);
      return await work(admission);
    } finally {
      if (admission.bytes > 0) {
        whenAnswered(() => {
          admission.release();
        });
      }
    }
  }
}
