/** What companies show to others with the tools that they work with: code, documents, forms, help, appointments, events. */
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
