/** Maps, reviews, business directories and registers, and sites that tell of companies. */
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
