import { parse } from 'tldts';
import { usableText } from '../text.js';
import { asciiHost, registrableDomain, suffixOptions, topLevel } from '../urls/website.js';

/** RFC 5321 counts octets; international local parts are rare enough to count characters. */
const maxLocalPartLength = 64;
const maxAddressLength = 254;

/** Private suffixes count as registrable here, because staff of hosting platforms have mail under them. */
const mailSuffixOptions = { ...suffixOptions, allowPrivateDomains: false };

/** A normalised e-mail address. */
export interface EmailAddress {
  /** `localPart@domain`. */
  address: string;
  /** Lower case, NFC, without a tag after a plus sign. */
  localPart: string;
  /** Lower-case ASCII. */
  domain: string;
}

const localPartPattern = /^[\p{L}\p{M}\p{N}!#$%&'*/=?^_`{|}~.-]+$/u;
const misplacedDot = /^\.|\.\.|\.$/;
const mailScheme = /^mailto:/i;
const mailSchemeLength = 'mailto:'.length;

/**
 * Parses one e-mail address. Null for any other text, and for addresses that persons do not have: quoted local parts, IP addresses,
 * single labels and public suffixes. As for websites, the top-level domain may be unlisted. Idempotent on `address`; never
 * throws.
 */
export function parseEmail(raw: string): EmailAddress | null {
  const text = usableText(raw);
  const at = text?.indexOf('@') ?? -1;
  if (text === null || at === -1 || text.length > 2 * maxAddressLength) return null;
  const localPart = localPartOf(text.slice(0, at));
  const domain = asciiHost(text.slice(at + 1));
  if (localPart === null || domain === null || !isMailDomain(domain)) return null;
  const address = `${localPart}@${domain}`;
  return address.length > maxAddressLength ? null : { address, localPart, domain };
}

/**
 * Parses one e-mail address like {@link parseEmail}, and the formats of mail programs: `Jane Doe <jane@acme.com>` and
 * `mailto:jane@acme.com?subject=Hello`. Null for a list of addresses.
 */
export function parseMailbox(raw: string): EmailAddress | null {
  const text = usableText(raw);
  const opening = text?.lastIndexOf('<') ?? -1;
  if (text === null || opening === -1) return parseEmail(withoutScheme(raw));
  const name = text.slice(0, opening);
  const isList = /[<>]/.test(name) || (name.includes('@') && name.includes(','));
  return isList || !text.endsWith('>') ? null : parseEmail(withoutScheme(text.slice(opening + 1, -1)));
}

function withoutScheme(written: string): string {
  const link = written.trim();
  if (!mailScheme.test(link)) return written;
  const address = link.slice(mailSchemeLength);
  const query = address.indexOf('?');
  return query === -1 ? address : address.slice(0, query);
}

function localPartOf(written: string): string | null {
  const plus = written.indexOf('+');
  const name = (plus === -1 ? written : written.slice(0, plus)).toLowerCase().normalize('NFC');
  return name.length <= maxLocalPartLength && localPartPattern.test(name) && !misplacedDot.test(name) ? name : null;
}

function isMailDomain(domain: string): boolean {
  const { domain: registered } = parse(domain, mailSuffixOptions);
  return registered !== null && !registered.includes('_') && topLevel.test(registered);
}

/** Free-mail providers with one brand under several suffixes: yahoo.co.uk, gmx.net. */
const brands = new Set(
  (
    'yahoo hotmail outlook live gmx aol yandex gmail googlemail icloud protonmail fastmail tutanota rocketmail ymail ' +
    'mailinator zohomail'
  ).split(' '),
);

/** Other mail providers, including internet access companies, whose customers are not their staff. */
const emailDomains = `
126.com 139.com 163.com 163.net 188.com 189.cn 21cn.com aliyun.com foxmail.com qq.com sina.com sina.cn sohu.com tom.com
wo.cn yeah.net vip.qq.com
2die4.com abv.bg accountant.com alice.it aliceadsl.fr aon.at arcor.de asia.com att.net bbox.fr bellsouth.net bigpond.com
bigpond.net.au bk.ru blueyonder.co.uk bluewin.ch bol.com.br bredband.net btinternet.com btopenworld.com cableone.net
centrum.cz centrum.sk charter.net chello.at chello.nl club-internet.fr comcast.net consultant.com cox.net daum.net
dbmail.com duck.com earthlink.net eircom.net email.com email.cz email.de email.it engineer.com europe.com eclipso.de
excite.com fastwebnet.it fibertel.com.ar firemail.de free.fr freemail.hu freenet.de frontier.com frontiernet.net
fsmail.net fuse.net globo.com globomail.com gmial.com guerrillamail.com hanmail.net hawaii.rr.com hey.com hispeed.ch
home.nl home.se hotmai.com hush.com hushmail.com i.ua ig.com.br iinet.net.au in.com inbox.com inbox.lv inbox.ru
indiatimes.com inode.at interia.eu interia.pl internode.on.net iol.ie iol.it iprimus.com.au juno.com keemail.me
kabelmail.de kolabnow.com kpnmail.nl kpnplanet.nl laposte.net lavabit.com libero.it list.ru lycos.com mac.com mail.bg
mail.com mail.de mail.dk mail.ee mail.pt mail.ru mail2world.com mailbox.org mailfence.com mailo.com me.com mindspring.com
msn.com mweb.co.za myself.com nate.com naver.com netcabo.pt netcologne.de neostrada.pl netscape.net netvigator.com
neuf.fr noos.fr ntlworld.com numericable.fr o2.pl o2online.de oi.com.br onet.eu onet.pl online.de online.no op.pl
optonline.net optusnet.com.au orange.fr orange.net osnanet.de outlok.com pacbell.net pandora.be peoplepc.com planet.nl
pm.me pobox.com posteo.de posteo.net post.cz proton.me prodigy.net ptd.net q.com qip.ru quicknet.nl rambler.ru rediff.com
rediffmail.com riseup.net roadrunner.com rogers.com runbox.com sapo.pt sbcglobal.net scarlet.be seznam.cz sfr.fr shaw.ca
simplelogin.com skynet.be sky.com startmail.com sunrise.ch supanet.com suddenlink.net swbell.net sympatico.ca t-online.de
talktalk.net tdcadsl.dk techie.com tele2.it telefonica.net telenet.be telus.net terra.com terra.com.br terra.es tesco.net
tin.it tiscali.co.uk tiscali.it tlen.pl tpg.com.au tuta.com tuta.io twc.com ukr.net unet.nl uol.com.br upcmail.nl usa.com
usa.net verizon.net videotron.ca virgilio.it virgin.net virginmedia.com visto.com vodafone.it voila.fr volny.cz
vp.pl walla.co.il walla.com wanadoo.fr wanadoo.es web.de westnet.com.au windowslive.com windstream.net wp.pl writeme.com
xs4all.nl xtra.co.nz yopmail.com zeelandnet.nl ziggo.nl zoho.com zoho.eu zonnet.nl
`;

const domains: ReadonlySet<string> = new Set(emailDomains.trim().split(/\s+/));

/**
 * Whether a domain (lower-case ASCII) or a parent of it belongs to a mail provider, so that it does not identify an employer.
 */
export function isFreeMailDomain(domain: string): boolean {
  if (domains.has(domain)) return true;
  const registered = registrableDomain(domain) ?? domain;
  return domains.has(registered) || brands.has(registered.slice(0, registered.indexOf('.')));
}

/** Local parts that name a role, not a person, in European languages. */
const roleList = `
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

/** Words that may accompany a role: departments, languages and regions. */
const roleCompanionList = `
apac asia at be ch benelux br ca cn dach de emea en es eu europe fr france germany global gmbh gr hk ie in intl it italia
jp kr la latam mx na nl no nordics north pl pt ru se sg south spain uk us usa east west world desk dept department team
mail box line center centre group all and und der die do not reply my your our general external internal international
service services
`;

const wordsPattern = /[^a-z]+/;
const roles: ReadonlySet<string> = new Set(roleList.trim().split(/\s+/));
const roleCompanions: ReadonlySet<string> = new Set(roleCompanionList.trim().split(/\s+/));

/**
 * Whether a local part (normalised by `parseEmail`) belongs to a role: `info`, `sales-emea`, `support2`, `no.reply`. A role with a
 * word that may be a name is a person (`jobs.steve`).
 */
export function isRoleAddress(localPart: string): boolean {
  const words = localPart.split(wordsPattern).filter(Boolean);
  const joined = words.join('');
  return roles.has(joined) || (words.some(isRole) && words.every((word) => isRole(word) || roleCompanions.has(word)));
}

function isRole(word: string): boolean {
  return roles.has(word);
}
