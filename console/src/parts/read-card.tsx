import type { ComponentChildren, JSX } from 'preact';
import type { Resource } from '../resource.js';
import { Card } from './layout.js';
import { Read } from './states.js';

interface ReadCardProps<T> {
  readonly title: string;
  readonly resource: Resource<T>;
  /** What is read, for screen readers: `the log`. */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** A card with something that is read from the service, and with a button that reads it again. */
export function ReadCard<T>({ title, resource, what, children }: ReadCardProps<T>): JSX.Element {
  return (
    <Card
      title={title}
      actions={
        // After a failure, the card has a button of its own that tries again.
        resource.state !== 'failed' && (
          <button type="button" class="small" onClick={resource.reload}>
            Refresh
          </button>
        )
      }
    >
      <Read resource={resource} what={what}>
        {children}
      </Read>
    </Card>
  );
}
