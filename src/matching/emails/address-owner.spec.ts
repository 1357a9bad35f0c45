import { describe, expect, it } from '@jest/globals';
import { identifiesPerson, isPlaceholderAddress, isRoleAddress } from './address-owner.js';
import { parseEmail } from './email.js';

describe('isRoleAddress', () => {
  it.each([
    ...[
      'info',
      'sales',
      'support',
      'contact',
      'office',
      'hr',
      'jobs',
      'noreply',
      'no-reply',
      'no.reply',
      'do_not_reply',
    ],
    ...['kontakt', 'vertrieb', 'bewerbung', 'ventas', 'compras', 'vendas', 'segreteria', 'recrutement', 'biuro'],
    ...['info2', 'sales01', 'info-de', 'sales.emea', 'support_team', 'us-sales', 'marketing.dept', 'data.protection'],
    ...['accountspayable', 'accounts.payable', 'customer-service', 'webmaster', 'ceo'],
  ])('is true for %s', (localPart) => {
    expect(isRoleAddress(localPart)).toBe(true);
  });

  it.each(['jane.doe', 'jdoe', 'jane', 'steve.jobs', 'jane.sales', 'larry.page', 'infante', 'marketa', '123', ''])(
    'is false for %j',
    (localPart) => {
      expect(isRoleAddress(localPart)).toBe(false);
    },
  );
});

describe('isPlaceholderAddress', () => {
  it.each([
    ...['email_not_unlocked@domain.com', 'jane.doe@domain.com', 'test@test.com', 'a@none.de'],
    ...['noemail@acme.com', 'no-email@acme.com', 'no.mail@acme.com', 'email.not.found@acme.com', 'keine.email@acme.de'],
    ...['j***@acme.com', '*@acme.com', '-@acme.com', '_@acme.com', 'firstname.lastname@acme.com', 'your.name@acme.com'],
    ...['x@nomail.invalid', 'jane@yourcompany.co.uk', 'email-unavailable@acme.com'],
  ])('is true for %s', (written) => {
    const email = parseEmail(written);
    expect(email !== null && isPlaceholderAddress(email)).toBe(true);
  });

  it.each([
    ...['jane.doe@acme.com', 'info@acme.com', 'null@acme.com', 'j.nomura@acme.com', 'noel.mailer@acme.com'],
    ...['jane@test.de', 'jane@example.com', 'ada@a.example', 'jane@none.acme.com', 'jane@domaine.com', 'noa@acme.com'],
    ...['locke@acme.com', 'bez@acme.com', 'nonna@acme.com', 'email@acme.com'],
  ])('is false for %s', (written) => {
    const email = parseEmail(written);
    expect(email !== null && isPlaceholderAddress(email)).toBe(false);
  });
});

describe('identifiesPerson', () => {
  it.each(['jane.doe@acme.com', 'jdoe@gmail.com', 'blank@acme.com', 'na@acme.com', 'steve.jobs@acme.com'])(
    'is true for %s',
    (address) => {
      expect(identifiesPerson(address)).toBe(true);
    },
  );

  it.each([
    ...['info@acme.com', 'team@acme.com', 'sales-emea@acme.com', 'noreply@acme.com', 'unknown@acme.com'],
    ...['un.known@acme.com', 'anonymous@gmail.com', 'unknown@unknown.com', 'noemail@acme.com', 'jane@domain.com'],
  ])('is false for %s', (address) => {
    expect(identifiesPerson(address)).toBe(false);
  });
});
