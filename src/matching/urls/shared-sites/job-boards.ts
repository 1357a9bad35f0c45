/** Job boards, and systems that companies take applications with. */
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
