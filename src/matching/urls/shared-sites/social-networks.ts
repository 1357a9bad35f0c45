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
