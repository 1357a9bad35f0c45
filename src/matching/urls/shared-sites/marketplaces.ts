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
