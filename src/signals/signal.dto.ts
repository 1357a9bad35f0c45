import { z } from 'zod';
import { RequestSchema, type RequestOf } from '../platform/http/validation/request-schema.js';
import { isoDate, model, oneOf } from '../platform/http/validation/shapes.js';
import { signalRecord } from './allow-signals.dto.js';
import { signalTypes } from './signal-types.js';

export const getSignalsRequest = new RequestSchema(() =>
  model({
    start_time: isoDate().meta({ description: 'First day' }),
    end_time: isoDate().meta({ description: 'Last day, inclusive; before `start_time` nothing is found' }),
    type: oneOf(signalTypes).nullish().meta({ description: 'Only this type; `ALL` is the same as leaving it out' }),
  }).meta({
    id: 'GetSignalsRequest',
    examples: [{ start_time: '2026-01-01', end_time: '2026-03-31', type: 'Topic Engagement' }],
  }),
);

export type GetSignalsRequest = RequestOf<typeof getSignalsRequest>;

const example = {
  'siemens.com': [
    {
      date: '2026-02-17',
      signal_type: 'Topic Engagement',
      message_text: 'Commented on an article about digital twins',
      intent_holder_network_url: 'https://www.network.com/in/jane-doe',
      source_type: 'article_comment',
    },
  ],
};

/** The answer as the OpenAPI document describes it. */
export const getSignalsResponse = z
  .object({
    signals: z.record(z.string(), z.array(signalRecord)).meta({
      description: 'By account website; sites in order, the signals of each by date. Sites without are left out',
    }),
  })
  .meta({ id: 'GetSignalsResponse', examples: [{ signals: example }] });
