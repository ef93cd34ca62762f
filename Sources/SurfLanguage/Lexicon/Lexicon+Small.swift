extension Lexicon {
    static let smallWords: [(Term, String)] = [
        (.to, "to,bis,ate,hasta"), (.and, "and,n,y,e,et,und,&"),
        (.article, "the,a,an,some,el,la,los,las,o,os,le,les,der,die,das,dem,den"),
        (
            .preposition,
            "at,in,on,of,for,from,by,to,de,en,em,no,na,nos,a,au,aux,chez,bei,im,am,zu,was,were,is,and,y,e,et,und,then,there,here"
        ),
        (.verb, "surfed,surfing,surf,session,went,got,had,caught,scored,paddled,rode,checked,did,it,we,i"),
        (
            .others,
            "he,she,they,him,him,them,who,forecast,buoy,app,report,surfline,air,el,ella,ellos,ele,ela,eles,il,elle,ils,elles,er,"
                + "sie,son,daughter,kid,kids,friend,friends,uncle,coach,instructor,traffic,car,bus,train,ferry,plane,meeting,work,"
                + "parking,queue,tacos,stau,auto,trafic,voiture,trafico,coche"
        ),
        (.denial, "not,no,never,without,kein,keine,nicht,nie,sans,pas,sin,nunca,sem,nao,wasn't,isn't,weren't"),
        (
            .copula,
            "was,were,is,are,looked,war,waren,ist,wird,wurde,estaba,fue,era,esta,estuvo,foi,estava,etait,est,sera,will"
        ),
        (.mine, "my,our,his,her,their,your"), (.with, "with,w/,con,com,avec,mit"),
        (
            .story,
            "twice,once,after,during,than,since,until,till,til,from,drove,drive,driving,walked,waited,wait,hurt,twisted,broke,cut,hit,lost,felt,like,"
                + "my,our,his,her,their,your,extra,another,over,under,every,each,per,by,if,when,while,because,but,then,"
                + "would,could,should,wish,wished,wetsuit,suit,depuis,desde,seit,pendant,durante,que,als,wie,como,comme"
        ),
        (
            .landmark,
            "reef,beach,point,bay,cove,rock,rocks,pier,jetty,street,st,ave,avenue,road,island,bar,bank,shores,park,"
                + "harbor,harbour,rivermouth,river,lagoon,ledge,inlet,state,head,heads,spit,strand,playa,praia,plage,cliff,"
                + "cliffs,bluff,bluffs,creek,canyon,lane,jetties,shore"
        ),
        (
            .praise,
            "so,super,pretty,quite,kinda,kind,too,much,really,very,totally,absolutely,fun,funnest,good,great,nice,epic,sick,"
                + "amazing,awesome,insane,unreal,perfect,perfection,decent,ok,okay,average,mediocre,terrible,awful,bad,"
                + "shit,crap,crappy,mushy,messy,choppy,bumpy,clean,cleaner,punchy,hollow,barreling,barrelling,closeouts,"
                + "closing,weak,slow,fast,soft,fat,lully,inconsistent,consistent,pumping,firing,cooking,cranking,day,"
                + "time,times,session,sesh,today,again,stoked,skunked,tired,cold,freezing,warm,sunny,rainy,foggy,windy"
        ),
    ]
}
