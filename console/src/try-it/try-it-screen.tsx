import type { JSX } from 'preact';
import type { FieldsResponse } from 'data-access-client';
import { kindNames, type Choice, type Identifier, type Kind } from '../enrichment/choice.js';
import { canIdentify } from '../enrichment/identifiers.js';
import { ExternalLink } from '../parts/external-link.js';
import { Card, Screen } from '../parts/layout.js';
import { CopyCommand } from '../parts/copy.js';
import { Read } from '../parts/states.js';
import { Switch } from '../parts/switch.js';
import { Tabs } from '../parts/tabs.js';
import { useResource } from '../resource.js';
import { serviceUrl } from '../router.js';
import { client } from '../session.js';
import { AnswerCard } from './answer-card.js';
import { change, filledIn, forget, tryIt } from './ask.js';
import { curlOf, pythonOf, typescriptOf } from './code.js';
import { RequestForm } from './request-form.js';

/**
 * The screen on which the user sends a request for one company or person. It shows the answer, and code for a program that sends
 * the same request.
 */
export function TryItScreen(): JSX.Element {
  const catalogue = useResource((signal) => client().fields({ signal }), []);
  return (
    <Screen title="Try it" lead="Send a request for one company or person. Only a match is charged.">
      <Read resource={catalogue} what="the fields" lines={8}>
        {(fields) => <TryIt catalogue={fields} />}
      </Read>
    </Screen>
  );
}

function TryIt({ catalogue }: { readonly catalogue: FieldsResponse }): JSX.Element {
  const { kind, choices, written, asked } = tryIt.value;
  const { choice, identifier } = filledIn(tryIt.value);
  return (
    <div class="try">
      <Card
        title="Request"
        actions={
          <Switch
            legend="What to look up"
            options={kindNames}
            value={kind}
            onChange={(next) => {
              forget();
              change({ kind: next });
            }}
          />
        }
      >
        <RequestForm
          key={kind}
          catalogue={catalogue}
          choice={choice}
          identifier={written[kind]}
          asked={asked}
          onChoice={(changed) => change({ choices: { ...choices, [kind]: changed } })}
          onIdentifier={(changed) => change({ written: { ...written, [kind]: changed } })}
        />
      </Card>
      <AnswerCard asked={asked} kind={kind} catalogue={catalogue} />
      <Card title="In your program" actions={<ExternalLink page={`${serviceUrl}/docs`} text="API documentation" />}>
        <Code catalogue={catalogue} choice={choice} identifier={identifier} />
      </Card>
    </div>
  );
}

/** The identifier in the code as long as the user has not entered one that identifies something. */
const examples: Readonly<Record<Kind, Identifier>> = {
  companies: { website: 'siemens.com' },
  persons: { full_name: 'Jane Doe', company_domain: 'example.com' },
};

interface CodeProps {
  readonly catalogue: FieldsResponse;
  readonly choice: Choice;
  readonly identifier: Identifier;
}

function Code({ catalogue, choice, identifier: given }: CodeProps): JSX.Element {
  const identifier = canIdentify(choice.kind, Object.keys(given)) ? given : examples[choice.kind];
  const names = new Set([...catalogue.company, ...catalogue.person].map(({ name }) => name));
  return (
    <Tabs
      label="Language"
      tabs={[
        {
          name: 'curl',
          content: () => (
            <CopyCommand label="curl, with your key as $KEY" text={curlOf(serviceUrl, choice, identifier)} />
          ),
        },
        {
          name: 'Python',
          content: () => (
            <CopyCommand label="Python, with your key as $KEY" text={pythonOf(serviceUrl, choice, identifier)} />
          ),
        },
        {
          name: 'TypeScript',
          content: () => (
            <CopyCommand
              label="TypeScript, with your key as $KEY"
              text={typescriptOf(serviceUrl, choice, identifier, names)}
            />
          ),
        },
      ]}
    />
  );
}
