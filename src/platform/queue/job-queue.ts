import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { jobCatalogue, type JobName, type JobPayload, type QueueName } from './job-catalogue.js';
import { within } from './patience.js';
import { close, QueueBackend, type JobSink } from './queue-backend.js';

const addPatienceMs = 5_000;

const jobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 5_000 },
  // By age: to keep a number of them, the library searches them all after every job.
  removeOnComplete: { age: 3_600 },
  removeOnFail: { age: 7 * 86_400 },
} as const;

/** Where jobs are handed in. It connects with the first job, so that processes that add none cost nothing. */
@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly open = new Map<QueueName, JobSink>();

  constructor(private readonly backend: QueueBackend) {}

  /** @throws Error when the backend refuses the job or does not answer within five seconds */
  async add<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<void> {
    const { queue } = jobCatalogue[name];
    const sink = this.open.get(queue) ?? this.backend.openQueue(queue);
    this.open.set(queue, sink);
    try {
      await within(addPatienceMs, 'the queue does not answer', sink.add(name, payload, jobOptions));
    } catch (error) {
      // What did not get ready once never does; the next job opens it anew.
      if (this.open.get(queue) === sink) this.open.delete(queue);
      await close(sink, 'in order').catch(() => undefined);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.open.values()].map((sink) => close(sink, 'in order')));
  }
}
