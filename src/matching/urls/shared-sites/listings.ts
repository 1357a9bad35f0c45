/** Maps, reviews, business directories, registers and company databases. */
export const directories = {
  pages: `
    118118.com 11880.com 192.com 2gis.com 2gis.kz 2gis.ru aiqicha.baidu.com aleo.com alignable.com allabolag.se
    alternativeto.net amap.com anwalt.de app.dealroom.co artsandculture.google.* avis-verifies.com avvo.com axesor.es
    azet.sk bbb.org beta.companieshouse.gov.uk bizapedia.com bodas.net books.google.* brownbook.net builtwith.com
    capterra.* chamberofcommerce.com clutch.co companieshouse.gov.uk companiesmarketcap.com companycheck.co.uk
    companyhouse.de complaintsboard.com consumeraffairs.com corporationwiki.com craft.co crunchbase.com cylex-uk.co.uk
    cylex.* dasoertliche.de dastelefonbuch.de degulesider.dk designrush.com detelefoongids.nl dexknows.com
    dianping.com doctoralia.* einforma.com endole.co.uk eniro.se feefo.com finance.yahoo.com
    find-and-update.company-information.service.gov.uk finda.co.nz finder.fi finstat.sk firmenabc.at firmenwissen.de
    firmy.cz flamp.ru fonecta.fi foursquare.com freeindex.co.uk g2.com gelbeseiten.de getapp.* go.2gis.com golocal.de
    goodfirms.co goudengids.be goudengids.nl goyellow.de groups.google.* growjo.com gulesider.no healthgrades.com
    herold.at hitta.se holidaycheck.* hotfrog.* imdb.com infogreffe.fr irecommend.ru j.map.baidu.com jameda.de krak.dk
    kununu.com lawyers.com list-org.com local.ch manageo.fr manta.com map.baidu.com mapquest.com maps.apple.com
    maps.google.* maps.yandex.* martindale.com meinestadt.de meituan.com merchantcircle.com moneyhouse.ch
    mouthshut.com musicbrainz.org news.google.* northdata.com northdata.de opencorporates.com openstreetmap.org
    orgpage.ru osm.org otzovik.com owler.com pagesjaunes.fr paginasamarillas.es paginebianche.it paginegialle.it
    panoramafirm.pl pappers.fr patents.google.* pkt.pl plus.google.* podcasts.google.* practo.com proff.dk proff.no
    proff.se provenexpert.com psychologytoday.com qcc.com ratemds.com reclameaqui.com.br reviews.co.uk reviews.io
    rocketreach.co rusprofile.ru saashub.com scholar.google.* scoot.co.uk search.ch share.here.com signalhire.com
    sikayetvar.com sitejabber.com slant.co societe.com softwareadvice.* softwaresuggest.com sortlist.* spravker.ru
    stackshare.io startupranking.com superpages.com telefoonboek.nl theknot.com themanifest.com thomsonlocal.com
    tianyancha.com tofler.in topdevelopers.co tripadvisor.* truelocal.com.au trustedshops.* trustpilot.com
    trustradius.com unternehmensregister.de upcity.com verif.com vrisko.gr waze.com weddingwire.* wego.here.com
    whatclinic.com whitepages.com.au xo.gr yell.com yell.ru yellow.co.nz yellowpages.ca yellowpages.com
    yellowpages.com.au yellowpages.my yelp.* zaubacorp.com zefix.ch zivefirmy.cz zlatestranky.cz zoon.ru
  `,
  tenants: `
    business.site podium.page
  `,
  folders: `
    apollo.io/companies baidu.com/link baidu.com/s bing.com/local bing.com/maps bing.com/search
    bloomberg.com/profile bloomberg.com/quote business.google.*/website cbinsights.com/company datanyze.com/companies
    dnb.com/business-directory duckduckgo.com/l eu-startups.com/directory finanzen.net/aktien forbes.com/companies
    forbes.com/profile fortune.com/company google.*/amp google.*/books google.*/finance google.*/imgres
    google.*/local google.*/maps google.*/partners google.*/search google.*/shopping google.*/travel google.*/url
    leadiq.com/c local.yahoo.com/info londonstockexchange.com/stock lusha.com/business maps.apple.com/?address
    maps.apple.com/?q maps.google.*/?cid maps.google.*/?daddr maps.google.*/?ll maps.google.*/?q maps.yandex.*/?text
    marketwatch.com/investing morningstar.com/stocks nasdaq.com/market-activity nyse.com/quote pitchbook.com/profiles
    reuters.com/companies search.yahoo.com/search sec.gov/archives sec.gov/cgi-bin sec.gov/edgar
    shopperapproved.com/reviews similarweb.com/website techcrunch.com/organization tracxn.com/d trustpilot.*/evaluate
    trustpilot.*/review waze.com/?q yandex.*/company yandex.*/maps yandex.*/profile yandex.*/search
    ycombinator.com/companies yotpo.com/reviews zoominfo.com/c zoominfo.com/p
  `,
};

/** Job boards and applicant tracking systems. */
export const jobBoards = {
  pages: `
    104.com.tw 1111.com.tw 51job.com adzuna.* apec.fr app.jobvite.com app.joinhandshake.com app.welcometothejungle.com
    apply.workable.com ats.rippling.com bayt.com bestjobs.eu blind.com boards.eu.greenhouse.io boards.greenhouse.io
    builtin.com builtinnyc.com bumeran.com.ar cadremploi.fr cake.me cakeresume.com career.habr.com careerbuilder.com
    careers.smartrecruiters.com careers.stackoverflow.com catho.com.br comparably.com computrabajo.com cutshort.io
    cv-library.co.uk dice.com djinni.co duunitori.fi ejobs.ro en-gage.net fishbowlapp.com flexjobs.com foundit.in
    glassdoor.* glints.com green-japan.com gulftalent.com hellowork.com hh.ru higheredjobs.com hire.jobvite.com
    hired.com idealist.org indeed.* infojobs.com.br infojobs.it infojobs.net instahyre.com internshala.com
    irishjobs.ie job-boards.eu.greenhouse.io job-boards.greenhouse.io jobat.be jobcase.com jobindex.dk jobkorea.co.kr
    jobnet.dk jobplanet.co.kr jobs.ashbyhq.com jobs.ch jobs.concludis.de jobs.cz jobs.dayforcehcm.com jobs.dou.ua
    jobs.eu.lever.co jobs.github.com jobs.gusto.com jobs.ie jobs.jobvite.com jobs.lever.co jobs.polymer.co
    jobs.smartrecruiters.com jobs.softgarden.de jobs.ua jobs.workable.com jobscout24.ch jobsdb.com jobsite.co.uk
    jobstreet.* jobup.ch jobware.de joinhandshake.com jooble.org jora.com justjoin.it kalibrr.com karriere.at
    lagou.com levels.fyi liepin.com meteojob.com monster.* myjobs.adp.com mynavi.jp nationalevacaturebank.nl
    naukri.com naukrigulf.com nofluffjobs.com otta.com prace.cz pracuj.pl profesia.sk profession.hu rabota.ru
    rallit.com recruiting.paylocity.com recruiting.ultipro.ca recruiting.ultipro.com recruiting2.ultipro.com
    reed.co.uk regionsjob.com remoteok.com remoteok.io remotive.com rikunabi.com robota.ua saramin.co.kr
    secure6.saashr.com seek.co.nz seek.com.au shine.com simplyhired.* snagajob.com stellenanzeigen.de stellenwerk.de
    stepstone.* superjob.ru talent.com teamblind.com thehub.io theladders.com themuse.com theprotocol.it timesjobs.com
    totaljobs.com vagas.com.br vdab.be wanted.co.kr wantedly.com welcometothejungle.co welcometothejungle.com
    wellfound.com weworkremotely.com work.ua workatastartup.com workforcenow.adp.com zhaopin.com zhipin.com
    ziprecruiter.* zonajobs.com.ar
  `,
  tenants: `
    applicantpro.com applicantstack.com applytojob.com avature.net bamboohr.com breezy.hr careerplug.com
    careers-page.com catsone.com clearcompany.com comeet.co concludis.de coveto.de csod.com current-vacancies.com
    d-vinci-easy.de d-vinci.de darwinbox.in digitalrecruiters.com eightfold.ai emply.com engageats.co.uk erecruiter.pl
    expr3ss.com factorialhr.com factorialhr.es flatchr.io freshteam.com greetinghr.com gupy.io haileyhr.app
    herp.careers hire.trakstar.com hirehive.com hirehive.io hireology.careers homerun.co hr-manager.net hr-skyen.dk
    hr4you.org hrmdirect.com hrmos.co hrworks.de hurma.work icims.com jazz.co jobaffinity.fr jobs.personio.at
    jobs.personio.ch jobs.personio.com jobs.personio.de jobs.personio.es jobs.personio.fr jobs.personio.it
    jobs.personio.nl jobvite.com jobylon.com keka.com myworkdayjobs.com myworkdaysite.com na.teamtailor.com
    networxrecruitment.com ninehire.site occupop.com onlyfy.jobs oopy.io oraclecloud.com pageuppeople.com
    paycomonline.net peoplehr.net pinpointhq.com prescreenapp.io reachmee.com recruitee.com recruiter.co.kr
    recruiterbox.com rexx-systems.com softgarden.io solides.jobs successfactors.com successfactors.eu tal.net
    taleez.com talentio.com talentlyft.com talentsoft.com taleo.net teamtailor.com traffit.com ultipro.com umantis.com
    varbi.com welcomekit.co workable.com zohorecruit.com zohorecruit.eu zohorecruit.in
  `,
  folders: `
    app.trinethire.com/companies careerpuck.com/job-board comeet.com/jobs gem.com/careers governmentjobs.com/careers
    isolvedhire.com/jobs kula.ai/careers schooljobs.com/careers trinethire.com/companies
  `,
};

/** Shops, marketplaces, app stores, crowdfunding, food, travel, homes and classified advertisements. */
export const marketplaces = {
  pages: `
    2dehands.be 99designs.* account.venmo.com addons.mozilla.org addons.opera.com agoda.com allmenus.com amazon.*
    angi.com angieslist.com anibis.ch apkcombo.com apkpure.com appexchange.salesforce.com appgallery.cloud.huawei.com
    appgallery.huawei.com apps.apple.com apps.microsoft.com apps.odoo.com apps.rustore.ru apps.shopify.com
    appsource.microsoft.com appsto.re auctions.yahoo.co.jp autoscout24.* autotrader.* avito.ma avito.ru
    azuremarketplace.microsoft.com bark.com betterplace.org blibli.com blocket.se bonanza.com book.stripe.com
    books.apple.com booksy.com boomstarter.ru boosty.to booth.pm bukalapak.com buy.stripe.com buymeacoffee.com
    camp-fire.jp carousell.* cars.com catarse.me checkatrade.com checkout.square.site checkout.stripe.com
    chrome.google.* chromewebstore.google.* coconala.com codecanyon.net creema.jp crowdcube.com crowdfunder.co.uk
    crowdworks.jp dba.dk deliveroo.* depop.com detail.1688.com dhgate.com displate.com donate.stripe.com donorbox.org
    doordash.com ebay-kleinanzeigen.de ec21.com ecosystem.hubspot.com ecplaza.net etsy.com europages.* exploretock.com
    exportersindia.com finn.no fiverr.com fl.ru foodpanda.* fotocasa.es foundation.app freelancer.* fresha.com
    funda.nl fundrazr.com galaxy.store galaxystore.samsung.com givebutter.com givesendgo.com globalgiving.org
    globalsources.com glovoapp.com gmarket.co.kr go4worldbusiness.com gofund.me gofundme.com goteo.org grailed.com
    grubhub.com gumroad.com gumtree.* helloasso.com home.mobile.de homeadvisor.com hostelworld.com hotpepper.jp
    houzz.* idealista.* idus.com ifood.com.br igg.me immobilienscout24.de immowelt.de indiamart.com indiegogo.com
    invoice.stripe.com item.jd.com item.rakuten.co.jp itunes.apple.com just-eat.* justdial.com justgiving.com
    ketto.org kickstarter.com kijiji.* kisskissbankbank.com kleinanzeigen.de ko-fi.com kompass.com kwork.ru
    lafourchette.com lancers.jp lazada.* leboncoin.fr leetchi.com liberapay.com lieferando.de locanto.* loopnet.com
    made-in-china.com makuake.com mall.jd.com malt.* marketplace.atlassian.com marketplace.microsoft.com
    marketplace.visualstudio.com marketplace.zoom.us marktplaats.nl menulog.com.au menupages.com
    microsoftedge.microsoft.com milaap.org milanuncios.com minne.com monzo.me my-hammer.de mybuilder.com njuskalo.hr
    olx.* onlyfans.com onthemarket.com opencollective.com opensea.io opentable.* order.online otodom.pl otomoto.pl
    patreon.com pay.gocardless.com payhip.com paypal.me peopleperhour.com pinduoduo.com planeta.ru play.google.*
    poshmark.com postmates.com pyszne.pl quandoo.* rakuten.co.jp rarible.com ratedpeople.com readyfor.jp realtor.com
    redbubble.com redfin.com republic.com resy.com revolut.me ricardo.ch rightmove.co.uk rustore.ru s.click.taobao.com
    seamless.com seedrs.com seloger.com sevenrooms.com shop.1688.com shop.line.me shopee.* shopping.yahoo.co.jp
    shops.taobao.com skipthedishes.com slicelife.com smile.amazon.* society6.com square.link startengine.com
    startnext.com store.epicgames.com store.line.me store.shopping.yahoo.co.jp store.steampowered.com storenvy.com
    styleseat.com subito.it subscribestar.com sulekha.com swiggy.com tabelog.com talabat.com taskrabbit.*
    teepublic.com teespring.com testflight.apple.com thefork.* themeforest.net thomasnet.com throne.com
    thuisbezorgd.nl thumbtack.com tipeee.com tokopedia.com tori.fi tradeindia.com tradekey.com treatwell.* trivago.*
    trulia.com trustatrader.com tutti.ch ubereats.com ulule.com upwork.com vagaro.com venmo.com verkami.com vrbo.com
    wadiz.kr wallapop.com wefunder.com weidian.com wemakeit.com wer-liefert-was.de willhaben.at wlw.de wolt.com
    workana.com yangkeduo.com youla.ru zazzle.com zhubajie.com zillow.com zomato.com zoopla.co.uk
  `,
  tenants: `
    1688.com 3dcartstores.com 91app.com alibaba.com all.biz bigcartel.com booth.pm brightspace.com causevox.com
    cliniko.com company.site craigslist.org creator-spring.com cyberbiz.co deal.by diytrade.com docebosaas.com easy.co
    ec21.com ecwid.com empretienda.com.ar etsy.com fanbox.cc flipdish.com fm.alibaba.com globalsources.com gumroad.com
    horoshop.ua iai-shop.com instructure.com itch.io janeapp.com jd.com jumpseller.com learnworlds.com
    lojaintegrada.com.br lojavirtualnuvem.com.br made-in-china.com memberful.com menufy.com mercadoshops.com.ar
    mercadoshops.com.br mercadoshops.com.co mercadoshops.com.mx mijnwebwinkel.nl mitiendanube.com moodlecloud.com
    myabsorb.com mybigcommerce.com mydukaan.io myinsales.ru myinstamojo.com mykajabi.com myonlinestore.com
    myshopbase.com myshopline.com myshoptet.com myvtex.com newzenler.com ocnk.net patternbyetsy.com podia.com prom.ua
    pulscen.ru salla.sa satu.kz setmore.com shop-pro.jp shopbase.com shoper.pl shopinfo.jp shoplineapp.com shoptet.cz
    skilljar.com sky-shop.pl spreadshop.com storenvy.com stores.jp talentlms.com taobao.com teachable.com thebase.in
    thinkific.com tiendanube.com tiu.ru tmall.com tradeindia.com tradekorea.com trustpass.alibaba.com
    vtexcommercestable.com.br waca.tw youcan.shop zenoti.com zid.store
  `,
  folders: `
    airbnb.*/h airbnb.*/p airbnb.*/rooms airbnb.*/users aliexpress.*/item aliexpress.*/store allegro.pl/oferta
    allegro.pl/uzytkownik amazon.*/?me amazon.*/?seller backmarket.*/seller blablacar.*/user booking.com/hotel
    cash.app/$ coursera.org/learn doctolib.*/cabinet-medical doctolib.*/praxis doctolib.*/profile ebay.*/b ebay.*/itm
    ebay.*/sch ebay.*/str ebay.*/usr healthgrades.com/providers jameda.de/gruppen magazineluiza.com.br/lojista
    mercadolibre.*/perfil mercadolivre.*/loja mercadolivre.*/perfil mercari.com/u microsoft.com/store rakuten.com/shop
    rakuten.fr/boutique rappi.*/restaurantes reverb.com/shop skillshare.com/profile slack.com/apps
    slack.com/marketplace spreadshirt.*/shop squareup.com/appointments squareup.com/store target.com/b
    toasttab.com/local uber.com/store udemy.com/course udemy.com/user viator.com/tours vinted.*/items vinted.*/member
    walmart.com/brand walmart.com/ip walmart.com/seller wordpress.org/plugins wordpress.org/themes
    workspace.google.*/marketplace zapier.com/apps zocdoc.com/doctor zocdoc.com/practice
  `,
};
