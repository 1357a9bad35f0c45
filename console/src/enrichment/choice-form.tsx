import type { JSX } from 'preact';
import type { FieldsResponse } from 'data-access-client';
import { CheckField } from '../parts/form.js';
import type { Choice } from './choice.js';
import { FieldPicker } from './field-picker.js';
import { groupsOf } from './field-groups.js';

interface ChoiceFormProps {
  readonly catalogue: FieldsResponse;
  readonly choice: Choice;
  readonly faultOf?: (member: string) => string | undefined;
  readonly onChange: (choice: Choice) => void;
}

/** What to ask about companies or persons. */
export function ChoiceForm({ catalogue, choice, faultOf, onChange }: ChoiceFormProps): JSX.Element {
  const change = (changed: Partial<Choice>): void => onChange({ ...choice, ...changed });
  return (
    <>
      <FieldPicker
        key={choice.kind}
        legend="Fields"
        groups={groupsOf(catalogue, choice.kind)}
        chosen={choice.fields}
        fault={faultOf?.('fields')}
        onChange={(fields) => change({ fields })}
      />
      {choice.kind === 'companies' ? (
        <CheckField
          label="Match loosely"
          hint="Also by sub-domains, alias domains and usual spellings of a page (enhanced_matching)."
          isChecked={choice.enhanced}
          onChange={(enhanced) => change({ enhanced })}
        />
      ) : (
        <PersonOptions catalogue={catalogue} choice={choice} change={change} faultOf={faultOf} />
      )}
    </>
  );
}

interface PersonOptionsProps extends Pick<ChoiceFormProps, 'catalogue' | 'choice'> {
  readonly faultOf: ChoiceFormProps['faultOf'] | undefined;
  readonly change: (changed: Partial<Choice>) => void;
}

function PersonOptions({ catalogue, choice, faultOf, change }: PersonOptionsProps): JSX.Element {
  return (
    <>
      <CheckField
        label="Personas and seniority"
        hint="By job title, without charge (include_personas)."
        isChecked={choice.personas}
        onChange={(personas) => change({ personas })}
      />
      <CheckField
        label="E-mail address and phone number"
        hint="Costs a contact data credit for each person who has one (include_contact_data)."
        isChecked={choice.contactData}
        onChange={(contactData) => change({ contactData })}
      />
      <CheckField
        label="The employer"
        hint="Fields of the company where the person works (enrich_company)."
        isChecked={choice.employer !== null}
        onChange={(isAsked) => change({ employer: isAsked ? [] : null })}
      />
      {choice.employer !== null && (
        <FieldPicker
          legend="Fields of the employer"
          groups={groupsOf(catalogue, 'companies')}
          chosen={choice.employer}
          none="All of them, unless you choose some"
          fault={faultOf?.('enrich_company')}
          onChange={(employer) => change({ employer })}
        />
      )}
    </>
  );
}
