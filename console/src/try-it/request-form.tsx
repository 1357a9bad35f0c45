import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FieldsResponse } from 'data-access-client';
import { ChoiceForm } from '../enrichment/choice-form.js';
import { type Choice, type Conditions, costAtMost, type Identifier, noConditions } from '../enrichment/choice.js';
import { CostText } from '../enrichment/cost.js';
import { identifierMembers, identifyingText } from '../enrichment/identifiers.js';
import { mayPreview } from '../enrichment/preview.js';
import { SignalForm } from './signal-form.js';
import { CheckField, TextField } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { type Asked, faultsOf, sendPreview, sendRequest } from './ask.js';

interface RequestFormProps {
  readonly catalogue: FieldsResponse;
  readonly choice: Choice;
  readonly identifier: Identifier;
  readonly asked: Asked;
  readonly onChoice: (choice: Choice) => void;
  readonly onIdentifier: (identifier: Identifier) => void;
}

export function RequestForm(props: RequestFormProps): JSX.Element {
  const { catalogue, choice, identifier, asked, onChoice, onIdentifier } = props;
  const { byMember, others } = faultsOf(asked);
  const needs = identifyingText[choice.kind];
  const isWaiting = asked.state === 'waiting';
  const form = useRef<HTMLFormElement>(null);
  // Moves the focus to the first error message, so that the user sees what to correct.
  useEffect(() => {
    if (asked.state === 'refused') form.current?.querySelector<HTMLElement>('.notice, [aria-invalid]')?.focus();
  }, [asked]);
  return (
    <form
      ref={form}
      class="request"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWaiting) sendRequest();
      }}
    >
      {others.length > 0 && (
        <div class="notice bad" role="alert" tabIndex={-1}>
          <Icon name="warning" />
          <div>
            <strong>The service refused the request. Nothing was charged.</strong>
            {others.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
      )}
      <fieldset class="identifier">
        <legend>Which {choice.kind === 'companies' ? 'company' : 'person'}</legend>
        {![...byMember.values()].includes(needs) && <p class="hint">{needs}</p>}
        {identifierMembers[choice.kind].map(({ name, label, example, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            placeholder={example.replace('network.com', '…')}
            value={identifier[name] ?? ''}
            fault={byMember.get(name)}
            autoComplete="off"
            onInput={(value) => onIdentifier({ ...identifier, [name]: value })}
          />
        ))}
      </fieldset>
      <ChoiceForm
        catalogue={catalogue}
        choice={choice}
        faultOf={(member) => byMember.get(member)}
        onChange={onChoice}
      />
      <ConditionFields
        conditions={choice.conditions ?? noConditions}
        faultOf={(member) => byMember.get(member)}
        onChange={(conditions) => onChoice({ ...choice, conditions })}
      />
      {choice.kind === 'companies' && (
        <CheckField
          label="Query fields of your tenant"
          hint="Adds all query fields that are marked as metadata."
          isChecked={choice.metadata}
          onChange={(metadata) => onChoice({ ...choice, metadata })}
        />
      )}
      <SignalForm
        filter={choice.signals}
        faultOf={(member) => byMember.get(member)}
        onChange={(signals) => onChoice({ ...choice, signals })}
      />
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isWaiting}>
          {isWaiting ? 'Sending …' : 'Send the request'}
        </button>
        {mayPreview() && (
          <button type="button" aria-disabled={isWaiting} onClick={() => isWaiting || sendPreview()}>
            Free preview
          </button>
        )}
        <CostText cost={costAtMost(choice, 1)} />
      </div>
    </form>
  );
}

interface ConditionFieldsProps {
  readonly conditions: Conditions;
  readonly faultOf: (member: string) => string | undefined;
  readonly onChange: (conditions: Conditions) => void;
}

function ConditionFields({ conditions, faultOf, onChange }: ConditionFieldsProps): JSX.Element {
  const change = (changed: Partial<Conditions>): void => onChange({ ...conditions, ...changed });
  return (
    <fieldset class="identifier">
      <legend>Conditions</legend>
      <p class="hint">A record that does not meet them counts as no match and is free.</p>
      <TextField
        label="Lowest confidence"
        hint="A number from 0 to 1."
        placeholder="0.9"
        value={conditions.lowestConfidence}
        fault={faultOf('min_confidence') && 'Enter a number from 0 to 1.'}
        autoComplete="off"
        onInput={(lowestConfidence) => change({ lowestConfidence })}
      />
      <TextField
        label="Most credits"
        hint="A request that could cost more is refused."
        placeholder="1"
        value={conditions.maximumCredits}
        fault={faultOf('max_credits') && 'Enter a whole number, 0 or more.'}
        autoComplete="off"
        onInput={(maximumCredits) => change({ maximumCredits })}
      />
      <CheckField
        label="Only complete records"
        hint="Each chosen field needs a value."
        isChecked={conditions.isComplete}
        onChange={(isComplete) => change({ isComplete })}
      />
    </fieldset>
  );
}
