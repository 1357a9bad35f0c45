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

/** The controls with which the user chooses what a request asks for: the fields, how to match, and what options add. */
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
          label="Allow other spellings"
          hint="Also matches subdomains, alias domains and other spellings of a profile page."
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
        hint="They come from the job title and cost nothing."
        isChecked={choice.personas}
        onChange={(personas) => change({ personas })}
      />
      <CheckField
        label="E-mail address and phone number"
        hint="A person with an address or a number costs one contact data credit."
        isChecked={choice.contactData}
        onChange={(contactData) => change({ contactData })}
      />
      <CheckField
        label="The employer"
        hint="Adds fields of the company. One data access credit pays for these and for the fields of the person."
        isChecked={choice.employer !== null}
        onChange={(isAsked) => change({ employer: isAsked ? [] : null })}
      />
      {choice.employer !== null && (
        <FieldPicker
          legend="Fields of the employer"
          groups={groupsOf(catalogue, 'companies')}
          chosen={choice.employer}
          none="All fields, unless you choose some"
          fault={faultOf?.('enrich_company')}
          onChange={(employer) => change({ employer })}
        />
      )}
    </>
  );
}
