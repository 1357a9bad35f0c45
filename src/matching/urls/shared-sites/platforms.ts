/** Networks, messengers, videos, pictures, music and communities. */
export const socialNetworks = {
  pages: `
    500px.com about.me academia.edu album.link ameba.jp anchor.fm angel.co aparat.com api.whatsapp.com
    apps.facebook.com artstation.com ask.fm audiomack.com b23.tv baijiahao.baidu.com baike.baidu.com band.us
    bandsintown.com beatport.com behance.net bereal.com betalist.com bilibili.com bitchute.com blog.daum.net
    blog.naver.com booking.naver.com brand.naver.com brunch.co.kr bsky.app business.facebook.com buzzsprout.com
    cafe.daum.net cafe.naver.com caffeine.tv call.whatsapp.com castbox.fm chat.whatsapp.com chats.viber.com
    clubhouse.com contra.com coub.com couchsurfing.com counter.social creators.spotify.com dai.ly dailymotion.com
    deviantart.com discogs.com discord.com discord.gg discordapp.com dlive.tv douban.com douyin.com draugiem.lv
    dribbble.com dzen.ru ello.co eyeem.com f6s.com facebook.com fb.com fb.gg fb.me fb.watch ffm.to flic.kr flickr.com
    fosstodon.org gab.com gettr.com giphy.com goodreads.com gravatar.com gust.com gyazo.com hachyderm.io ibb.co
    iesdouyin.com imgur.com indiehackers.com infosec.exchange instagr.am instagram.com invite.viber.com
    ir.linkedin.com ivoox.com join.skype.com kick.com kooapp.com kuaishou.com kwai.com l.facebook.com l.instagram.com
    last.fm layers.to lemon8-app.com letterboxd.com liff.line.me likee.video lin.ee line.me linkedin.com
    listennotes.com lm.facebook.com lnkd.in m.blog.naver.com m.cafe.daum.net m.cafe.naver.com m.map.naver.com m.me
    m.place.naver.com m.smartstore.naver.com map.naver.com mastodon.online mastodon.social mastodon.world meetup.com
    messenger.com metacafe.com mewe.com minds.com mixcloud.com mixi.jp modoo.naver.com mp.weixin.qq.com mstdn.social
    music.amazon.* music.apple.com music.youtube.com my.mail.ru myspace.com naver.me news.ycombinator.com nextdoor.*
    ngl.link nicovideo.jp nitter.net nk.pl odesli.co odnoklassniki.ru odysee.com ok.ru on.soundcloud.com
    open.kakao.com open.spotify.com orcid.org overcast.fm page.line.me parler.com pca.st pcmap.place.naver.com
    peerlist.io pf.kakao.com photobucket.com pin.it pinterest.* pixiv.net place.map.kakao.com place.naver.com
    play.acast.com player.fm player.vimeo.com players.brightcove.net plurk.com pod.link podbean.com
    podcasters.spotify.com podcasts.apple.com podchaser.com podlink.to podomatic.com podtail.com polywork.com
    post.naver.com postimg.cc producthunt.com qm.qq.com quora.com ravelry.com redd.it reddit.com rednote.com
    renren.com researchgate.net reverbnation.com rumble.com rutube.ru section.blog.naver.com share.transistor.fm
    share.vidyard.com sharechat.com shopping.naver.com shows.acast.com signal.group signal.me smartstore.naver.com
    smarturl.it snapchat.com song.link songkick.com soundcloud.com space.bilibili.com spotify.link spreaker.com
    stackoverflow.com steamcommunity.com stitcher.com story.kakao.com strava.com streamable.com studio.youtube.com
    t.co t.me techhub.social telegram.dog telegram.me tenchat.ru tenor.com threads.com threads.net tieba.baidu.com
    tiktok.com toutiao.com triller.co trovo.live truthsocial.com tumblr.com tv.kakao.com tv.naver.com twitch.tv
    twitter.com unsplash.com untappd.com user.qzone.qq.com v.qq.com veoh.com vero.co viadeo.com viber.click vimeo.com
    vk.com vk.me vk.ru vkontakte.ru vkvideo.ru vsco.co wa.link wa.me wattpad.com web.telegram.org weheartit.com
    weibo.cn weibo.com weixin.qq.com whatsapp.com work.weixin.qq.com x.com xhslink.com xiaohongshu.com xing.com
    yappy.media youku.com youtu.be youtube-nocookie.com youtube.com zalo.me zen.yandex.* zhihu.com zhuanlan.zhihu.com
  `,
  tenants: `
    academia.edu artstation.com bandcamp.com bettermode.io bfan.link blog.hu boards.net bsky.social captivate.fm
    circle.so deviantart.com dreamwidth.org fandom.com fireside.fm forumotion.com freeforums.net gamejolt.io
    gportal.hu grou.ps hivebrite.com libsyn.com livejournal.com livejournal.net lnk.to mn.co ning.com pbworks.com
    pic-time.com pixieset.com pixnet.net podbean.com podigee.io proboards.com quora.com redcircle.com simplecast.com
    skyrock.com smugmug.com spruz.com transistor.fm tribe.so tumblr.com vidyard.com wikia.com wikidot.com wistia.com
    zenfolio.com
  `,
  folders: `
    audible.com/pd chess.com/club deezer.com/artist deezer.com/show genius.com/artists gettyimages.com/photos
    iheart.com/podcast iqiyi.com/u loom.com/share network.com/company network.com/in network.com/pub
    network.com/school network.com/showcase pandora.com/artist pandora.com/podcast pexels.com/@ pixabay.com/users
    roblox.com/communities roblox.com/groups roblox.com/users rss.com/podcasts shazam.com/artist shutterstock.com/g
    stock.adobe.com/contributor tidal.com/artist tunein.com/podcasts tunein.com/radio vivino.com/wineries
    wistia.com/medias
  `,
};

/** Site builders, blogs, newsletters, lists of links, short links and wikis. */
export const publishingSites = {
  pages: `
    1drv.ms a.co adf.ly aka.ms allmylinks.com ameblo.jp amzn.asia amzn.eu amzn.to angelfire.com apple.co archive.is
    archive.org archive.ph archive.today beacons.ai beacons.page bento.me bio.fm bio.link bio.site biolinky.co bit.ly
    bitly.com bl.ink blinq.me blog.csdn.net blog.goo.ne.jp blog.livedoor.jp blog.sina.com.cn blogger.com buff.ly
    buttondown.com buttondown.email calameo.com campsite.bio campsite.to cargocollective.com clck.ru clippings.me
    cnblogs.com conta.cc contactinbio.com csdn.net cutt.ly dev.to direct.me dlvr.it dot.cards dwz.cn eepurl.com
    etsy.me everybodywiki.com express.adobe.com flipboard.com flipsnack.com flow.page flowcode.com g.co g.page
    gamma.app geocities.com geocities.jp getrevue.co go.pardot.com goo.gl guru.link habr.com hashnode.com heylink.me
    hihello.com hihello.me hive.blog home.t-online.de hoo.be hubpages.com ift.tt indd.adobe.com instabio.cc is.gd
    issuu.com j.mp jianshu.com joomag.com journoportfolio.com joy.link juejin.cn koji.to komi.io kutt.it
    landing.mailerlite.com lihi.cc lihi1.com link.me linkbio.co linke.to linkfly.to linkin.bio linklist.bio
    linkpop.com linkr.bio linktr.ee linktree.com lit.link lnk.bio lp.constantcontactpages.com magic.ly mailchi.mp
    many.link manylink.co maps.app.goo.gl medium.com members.tripod.com milkshake.app mirror.xyz msha.ke mssg.me
    muckrack.com myemail.constantcontact.com note.com note.mu open.substack.com ow.ly padlet.com pagesperso-orange.fr
    paragraph.com paragraph.xyz perso.free.fr perso.orange.fr perso.wanadoo.fr photos.app.goo.gl pillar.io
    plaza.rakuten.co.jp popl.co poplme.co potofu.me ppt.cc preview.mailerlite.com pse.is qiita.com qrco.de qrcodes.pro
    rb.gy read.cv rebrand.ly reurl.cc s.id scan.page scoop.it scribd.com segmentfault.com sendfox.com shor.by
    shorby.com short.gy shorturl.at sibforms.com sites.google.* slideshare.net snipfeed.co solo.to soo.gd
    spark.adobe.com speakerdeck.com spoti.fi stan.store steemit.com subscribepage.com subscribepage.io substack.com
    suo.im sway.cloud.microsoft sway.office.com t.cn t.ly tap.bio taplink.cc taplink.ws telegra.ph teletype.in
    tilda.cc tiny.cc tiny.one tinyletter.com tinyurl.com tr.im translate.google.* trib.al tripod.com u.to url.cn
    urlz.fr v.gd vc.ru vk.cc vocal.media wakelet.com web.archive.org webcache.googleusercontent.com wikialpha.org
    wikidata.org wikimedia.org wikipedia.org wikitia.com wiktionary.org withkoji.com wl.co wlo.link write.as yumpu.com
    zenn.dev
  `,
  tenants: `
    000webhostapp.com 3dn.ru ac-page.com activehosted.com antville.org at.ua b12sites.com beehiiv.com beepworld.de
    bitrix24.shop bitrix24.site blog.cz blog.fc2.com blog.pl blog4ever.com bloger.index.hr blogger.de blogia.com
    blogs.sapo.pt blogspirit.com bravesites.com brevosites.com builderallwppro.com byethost.com cafe24.com
    campaign-archive.com canalblog.com canva.site cargo.site cba.pl centerblog.net ceros.site ck.page clan.su
    clickfunnels.com cloudwaysapps.com cmail19.com cmail20.com cocolog-nifty.com convertkit.com createsend.com
    creatorlink.net crevado.com do.am doodlekit.com dorik.io dunked.com durable.co e-monsite.com eatbu.com
    edicypages.com egloos.com eklablog.com epizy.com estranky.cz estranky.sk exblog.jp fc2.com flexbe.com
    flywheelsites.com format.com gamma.site getresponsepages.com ghost.io gitbook.com glide.page glideapp.io
    godaddysites.com gr-site.com hashnode.dev hautetfort.com homestead.com hostingersite.com hpage.com
    hs-sites-eu1.com hs-sites.com hubspotpagebuilder.com hubspotpagebuilder.eu imweb.me infinityfreeapp.com
    infusionsoft.com jimdo.com jimdofree.com jimdosite.com jimdoweb.com jouwweb.nl jugem.jp kartra.com keap.page
    kinsta.cloud kit.com list-manage.com livedoor.blog lpmotor.ru mailchimpsites.com mailerpage.com mailerpage.io
    manifo.com medium.com mktoweb.com mlsend.com modoo.at monsite-orange.fr moonfruit.com mottor.ru moy.su mozello.com
    mozellosite.com muragon.com my1.ru myclickfunnels.com myportfolio.com mystrikingly.com narod.ru narod2.ru
    nationbuilder.com negocio.site nethouse.ru notion.so npage.de ontraport.com ontraport.net over-blog-kiwi.com
    over-blog.com over-blog.fr over-blog.net page4.com pagedemo.co popsy.site portfoliobox.net pory.app potion.so
    readymag.website repage.de republika.pl rf.gd seesaa.net shorthandstories.com simdif.com site123.me sitew.com
    sitew.fr snack.ws softr.app squarespace.com strikingly.com substack.com super.site systeme.io tb.ru tilda.ws
    tistory.com twoday.net typepad.com ucoz.com ucoz.de ucoz.kz ucoz.net ucoz.org ucoz.ru ucoz.ua ueniweb.com ukit.me
    umi.ru unas.hu unbouncepages.com unicornplatform.page voog.com vpweb.com wbs.cz web.fc2.com webador.be
    webador.co.uk webador.com webador.de webador.es webador.fr webador.nl webnode.at webnode.be webnode.ch webnode.cl
    webnode.com webnode.com.ar webnode.com.br webnode.com.co webnode.com.ve webnode.cz webnode.es webnode.fr
    webnode.hu webnode.it webnode.mx webnode.nl webnode.page webnode.pl webnode.pt webnode.ru webnode.sk webs.com
    websnadno.cz webstarts.com webwavecms.com weebly.com weeblysite.com wifeo.com wikispaces.com wix.com wordpress.com
    wpcomstaging.com wpengine.com wz.cz zyrosite.com
  `,
  folders: `
    apple.news/a canva.com/design canva.com/p feeds.feedburner.com/feed later.com/bio paper.li/e prezi.com/i
    prezi.com/p prezi.com/v prezi.com/view readymag.com/u slides.com/d yahoo.com/local yandex.*/org
  `,
};

/** Tools with public pages: code, documents, forms, help desks, appointments, events. */
export const workTools = {
  pages: `
    10times.com accupass.com airtable.com app.acuityscheduling.com app.asana.com app.box.com app.clickup.com
    app.hopin.com app.hubspot.com app.livestorm.co app.powerbi.com app.reclaim.ai app.slack.com app.youcanbook.me
    app.zeplin.io attendee.gotowebinar.com bigmarker.com billetto.* bitbucket.org book.squareup.com bookeo.com
    bookings.cloud.microsoft brandfolder.com buytickets.at cal.com calendar.app.google calendar.google.* calendly.com
    careers.pageuppeople.com classroom.google.* codeberg.org codepen.io codesandbox.io coding.net
    colab.research.google.* connpass.com crates.io crowdcast.io datastudio.google.* db.tt dev.azure.com dice.fm
    disk.yandex.* doc.clickup.com docs.google.* docs.qq.com doorkeeper.jp drive.google.* dropboxpaper.com
    event.on24.com event.webinarjam.com eventcreate.com events.bizzabo.com events.teams.microsoft.com events.zoom.us
    eventzilla.net fareharbor.com form.asana.com form.jotform.com form.typeform.com forms.clickup.com
    forms.cloud.microsoft forms.fillout.com forms.gle forms.google.* forms.microsoft.com forms.monday.com
    forms.office.com forms.yandex.* forms.zoho.com forms.zohopublic.com gist.github.com git.sr.ht gitcode.com
    gitea.com gitee.com github.com gitlab.com glitch.com go.oncehub.com hub.docker.com huggingface.co jicoo.com
    join.slack.com jsfiddle.net kaggle.com kdocs.cn keep.google.* kktix.com koalendar.com launchpad.net leetcode.com
    lists.live.com lookerstudio.google.* lu.ma lucid.app luma.com mediafire.com meet.google.* meet.jit.si
    meetings.hubspot.com mega.nz my.weezevent.com mynewsdesk.com notion.so npmjs.com nuget.org observablehq.com
    onedrive.live.com outlook.office.com outlook.office365.com packagist.org pan.baidu.com paper.dropbox.com
    partiful.com peatix.com photos.google.* photos.onedrive.com podio.com pretix.eu pub.dev pypi.org ra.co
    raw.githubusercontent.com register.gotowebinar.com repl.it reservix.de residentadvisor.net rubygems.org
    savvycal.com script.google.* seetickets.com share.hsforms.com share.icloud.com share.intercom.io shimo.im
    shotgun.live skiddle.com sourceforge.net spirinc.com sr.ht stackblitz.com storage.cloud.google.*
    storage.googleapis.com strawpoll.com sympla.com.br tally.so tawk.link teams.live.com teams.microsoft.com
    terabox.com ti.to ticketone.it tidycal.com timepad.ru timerex.net transfernow.net we.tl web.cvent.com
    weezevent.com wenjuan.com whimsical.com wj.qq.com wjx.cn wjx.top xceed.me yadi.sk yammer.com yuque.com zcal.co
    zfrmz.com zfrmz.eu
  `,
  tenants: `
    123formbuilder.com acuityscheduling.com adobeconnect.com alchemer.com announcekit.co apiary.io app.netsuite.com
    as.me atlassian.net auth0.com basecamphq.com betteruptime.com bitrix24.com bitrix24.com.br bitrix24.de bitrix24.es
    bitrix24.eu bitrix24.fr bitrix24.in bitrix24.pl bitrix24.ru bitrix24.ua box.com bynder.com canny.io caspio.com
    checkfront.com cloudforce.com cognitoforms.com crisp.help crm.dynamics.com cventevents.com desk.com document360.io
    dynamics.com egnyte.com ent.box.com eventbrite.* eventive.org featureupvote.com feishu.cn force.com formsite.com
    formstack.com freshchat.com freshdesk.com freshservice.com freshstatus.io freshworks.com frill.co frontify.com
    gleap.help gorgias.com gorgias.help groovehq.com happyfox.com headwayapp.co helpdocs.com helpdocs.io helpjuice.com
    helpscoutdocs.com hesk.com hund.io instatus.com intercom.help involve.me jira.com jotform.com kayako.com
    kissflow.com knowledgeowl.com kustomer.help kustomer.support larkoffice.com larksuite.com launchnotes.com
    launchnotes.io lightning.force.com mintlify.app mintlify.dev monday.com my.salesforce-scrt.com
    my.salesforce-sites.com my.salesforce.com my.site.com myfreshworks.com myworkday.com newsroom.pr nolt.io odoo.com
    okta.com oktapreview.com onelogin.com onmicrosoft.com outgrow.us paperform.co powerappsportals.com powerpages.com
    pr.co presspage.com prezly.com productboard.com prowly.com qualtrics.com questionpro.com quickbase.com readme.com
    readme.io readthedocs.org reamaze.com reamaze.io regfox.com rezdy.com salesforce-sites.com service-now.com
    servicenowservices.com sharefile.com sharepoint.com simplybook.asia simplybook.it simplybook.me slab.com slack.com
    slite.page sorryapp.com splashthat.com squarespacescheduling.com statuscast.com statushub.io statuspage.io
    statuspal.eu statuspal.io stoplight.io surveygizmo.com surveysparrow.com swoogo.com tawk.help teamwork.com
    tettra.co ticketleap.com ticketleap.events ticketspice.com trekksoft.com typeform.com upvoty.com uservoice.com
    visualstudio.com webex.com widencollective.com workplace.com wufoo.com youcanbook.me yuque.com zendesk.com
    zohobackstage.com zohobookings.com zohocommerce.com zohodesk.com zohosites.com zohosites.eu zohosites.in zoom.us
  `,
  folders: `
    acrobat.adobe.com/id acrobat.adobe.com/link airmeet.com/e box.com/s box.com/v brighttalk.com/channel
    brighttalk.com/webcast chatgpt.com/g chatgpt.com/share claude.ai/share coda.io/@ coda.io/d cvent.com/c
    cvent.com/events docsend.com/view documentcloud.adobe.com/link docusign.com/link doodle.com/bp doodle.com/meeting
    doodle.com/poll dropbox.com/l dropbox.com/s dropbox.com/scl dropbox.com/sh eventbrite.*/cc eventbrite.*/d
    eventbrite.*/e eventbrite.*/o eventim.de/artist evernote.com/l evernote.com/shard figma.com/board
    figma.com/community figma.com/design figma.com/file figma.com/proto fillout.com/t finn.no/job formstack.com/forms
    framer.com/projects greatplacetowork.com/certified-company hopin.com/events hubspot.com/meetings
    icloud.com/iclouddrive icloud.com/keynote join.com/companies join.com/jobs jotform.com/form loom.com/embed
    lucidchart.com/documents miro.com/app monday.com/boards mural.co/t openai.com/g pandadoc.com/d
    proposify.com/preview quip.com/doc replit.com/@ smartsheet.com/b surveymonkey.*/r survio.com/survey tawk.to/chat
    ticketmaster.*/artist ticketmaster.*/event tickettailor.com/events trello.com/b trello.com/c trello.com/invite
    trello.com/u trello.com/w typeform.com/to universe.com/events webex.com/meet wetransfer.com/downloads
    whereby.com/@ wufoo.com/forms yandex.*/forms zoho.com/bookings zoom.us/j zoom.us/meeting zoom.us/my zoom.us/rec
    zoom.us/s zoom.us/w zoom.us/webinar
  `,
};
