import { registrableDomain } from '../urls/website.js';

/** Providers that give addresses to anyone, under their own brand and any suffix: yahoo.co.uk, gmx.net. */
const BRANDS = new Set(
  (
    'yahoo hotmail outlook live gmx aol yandex gmail googlemail icloud protonmail fastmail tutanota rocketmail ymail ' +
    'mailinator zohomail'
  ).split(' '),
);

/** Other providers, internet access companies among them, whose customers are not their staff. */
const DOMAINS = `
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

const domains: ReadonlySet<string> = new Set(DOMAINS.trim().split(/\s+/));

/**
 * Whether addresses at a domain (lower-case ASCII) are given to anyone, so that the domain says nothing about an
 * employer. Their sub-domains count as well.
 */
export function isFreeMailDomain(domain: string): boolean {
  if (domains.has(domain)) return true;
  const registered = registrableDomain(domain) ?? domain;
  return domains.has(registered) || BRANDS.has(registered.slice(0, registered.indexOf('.')));
}
