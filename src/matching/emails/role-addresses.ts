/** Local parts that name a task, not a person, in the languages of Europe. */
const ROLES = `
abuse accounting accounts accountspayable accountsreceivable accueil acquisti administration administracion administrador
administrator admin admissions advertising ads affiliates alerts all amministrazione anfrage anfragen ap api ar applications
apply assistance atencion atencionalcliente atendimento backoffice bestellung bestellungen beratung bewerbung bewerbungen
biuro billing board booking bookings buchhaltung buero business buying campus care career careers carriere carrieres
catering ceo cfo cto ciso commercial commerciale compliance comercial compras compta comptabilite comunicacion
comunicazione contabilidad contabilita contact contacto contacts contactus contato contatti controlling cs customer
customercare customers customerservice customersupport data dataprotection datenschutz demo design dev developer
developers devops direccion direction dispatch dispo distribution dns documents donations donotreply dpo dsb ecommerce editor
editorial einkauf email emploi empfang empleo engineering enquiries enquiry events everyone export facturacion faktura
facturation fattura fatture feedback finance finances firma formation franchise fundraising gdpr geral general
gestion giftcards group groups hallo hello hei hej hi hiring hola hosting hostmaster hotline hr hrd humanresources hq
immobilien impressum info informacion information informationen informatica informatique infos invest investor
investorrelations investors invoice invoices invoicing ir it itsupport job jobs karriere kariera kasse kontakt
kontor kundencenter kundendienst kundenservice lab leasing legal leads letting licensing lieferung listserv logistics
logistik lohn lager mail mailbox mailer mailerdaemon mailing management manager marketing media mediarelations meeting
membership messe mkt moderator news newsletter newsletters nl no noc noreply nospam notification notifications office
officemanager oferty online operations ops order orders ordini orcamento page partner partners partnerships pay payable
payments payroll people personal personalabteilung personeel portal post postfach postmaster postmottak postur praktika
praxis prenotazioni presales presse press prensa prevendita privacy procurement produktion production projects promo
protocollo proveedores purchase purchasing pr pv qa quality quotes rechnung rechnungen rechnungswesen receipts
reception recepcion recrutement recruiter recruiting recruitment redaktion redaction redazione registrar registration
reklamation rekrutacja reklama research reservas reservation reservations reservierung resume retail returns rh rrhh root
ruc safety sales salesteam samples sav sc school secretariat secretaria secretary security segreteria sekretariat
sekretar sender seo server serwis servicedesk service services servicio shipping shop site soporte spam sponsorship
sprzedaz staff stage store studio studios subscribe sugerencias support supplychain suporte survey sysadmin system team
tech technical technik teknik test testing tickets tourism trade trademarks training transport travel treasury unsubscribe
usenet vendas vendite ventas verkauf verkoop versand vertrieb verwaltung visitors voicemail volunteer vente
ventes warehouse warranty web webmaster website werbung welcome werkstatt whois work workshop www you zakaz zentrale
zamowienia
`;

/** Words beside a role that make it no person: a department, a language, a region. */
const BESIDE_ROLES = `
apac asia at be ch benelux br ca cn dach de emea en es eu europe fr france germany global gmbh gr hk ie in intl it italia
jp kr la latam mx na nl no nordics north pl pt ru se sg south spain uk us usa east west world desk dept department team
mail box line center centre group all and und der die do not reply my your our general external internal international
service services
`;

const WORDS = /[^a-z]+/;
const roles: ReadonlySet<string> = new Set(ROLES.trim().split(/\s+/));
const besideRoles: ReadonlySet<string> = new Set(BESIDE_ROLES.trim().split(/\s+/));

/**
 * Whether a local part (as `parseEmail` writes it) belongs to a task rather than a person: `info`, `sales-emea`,
 * `support2`, `no.reply`. A role beside a word that may be a name is none (`jobs.steve`).
 */
export function isRoleAddress(localPart: string): boolean {
  const words = localPart.split(WORDS).filter(Boolean);
  const joined = words.join('');
  return roles.has(joined) || (words.some(isRole) && words.every((word) => isRole(word) || besideRoles.has(word)));
}

function isRole(word: string): boolean {
  return roles.has(word);
}
