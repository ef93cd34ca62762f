extension Lexicon {
    static let functionWords: [(Term, String)] = [
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
                + "sie,son,daughter,kid,kids,friend,friends,uncle,dad,mum,mom,brother,sister,wife,husband,girlfriend,boyfriend,mate,mates,"
                + "papa,mama,pai,mae,filho,filha,irmao,irma,amigo,amigos,amiga,hijo,hija,hermano,hermana,padre,madre,pere,mere,fils,fille,"
                + "frere,soeur,copain,copine,vater,mutter,sohn,tochter,bruder,schwester,freund,freundin,coach,instructor,traffic,car,bus,train,ferry,plane,meeting,work,"
                + "parking,queue,tacos,stau,auto,trafic,voiture,trafico,coche"
        ),
        (
            .tracked,
            "longest,mas larga,mais longa,plus longue,best,beste,besten,mejor,melhor,tube,tubo,tubazo,barrel,fastest,furthest,max,maximum,vmax,topspeed,avg,average,speed,dist,distance,hr,bpm,heart,buoy,"
                + "meilleure,vitesse,vit,fc,distancia,vel,velocidad,velocidade,maior,geschw,puls,hf,langste,record,recorde"
        ),
        (
            .watch,
            "garmin,suunto,polar,coros,strava,smartwatch,watch,applewatch,montre,reloj,relogio,gps,fitbit,surfr,trace"
        ),
        (.denial, "not,no,never,without,kein,keine,nicht,nie,sans,pas,sin,nunca,sem,nao,wasn't,isn't,weren't"),
        (
            .copula,
            "was,were,is,are,looked,war,war's,wars,c'etait,waren,ist,wird,wurde,estaba,fue,era,esta,estuvo,foi,estava,etait,est,sera,will"
        ),
        (.mine, "my,our,his,her,their,your"), (.me, "me,us,moi,nous,yo,nosotros,eu,mim,ich,wir,mir"),
        (.spokenComma, "comma,komma,punkt,virgule,virgula,coma"), (.with, "with,w/,con,com,avec,mit"),
        (
            .story,
            "twice,once,lull,lulls,after,during,since,until,till,til,from,drove,drive,driving,walked,waited,wait,paddle,waiting,hike,gewartet,warten,anstehen,slept,sleep,hurt,twisted,broke,cut,hit,lost,felt,"
                + "my,our,his,her,their,your,extra,another,over,under,every,each,per,by,if,when,while,because,but,then,"
                + "would,could,should,wish,wished,wetsuit,suit,depuis,desde,seit,pendant,durante"
        ),
        (
            .wetsuit,
            "wetsuit,wettie,steamer,suit,hood,hooded,booties,boots,gloves,neopreno,neo,neoprene,neopren,neoprenanzug,anzug,haube,"
                + "handschuhe,traje,escarpines,botines,combi,combinaison,cagoule,chaussons,gants,fato,roupa,luvas,botinhas,mm"
        ),
        (
            .waiting,
            "paddle,paddling,wait,waiting,queue,queueing,late,drive,driving,walk,hike,anstehen,angestanden,gewartet,warten,schlange,"
                + "fahrt,de file,de queue,d'attente,de route,de marche,de voiture,de cola,de espera,de fila,de carro,de coche,"
                + "de viaje,de remada,de caminada,de trilha,a pied,a pie,a pe"
        ),
        (.inTheWater, "in the water,in the surf,dans l'eau,im wasser,en el agua,na agua,dentro de agua"),
        (.outside, "outside,dehors,draussen,luft,air,afuera,fuera,fora,exterior"),
        (
            .comparison,
            "than,like,mejor que,melhor que,peor que,pior que,mieux que,instead of,rather than,que,als,wie,como,comme,statt,anstatt,en vez de,em vez de,au lieu de"
        ),
        (
            .vagueTime,
            "later,earlier,soon,sooner,before,afterwards,despues,antes,depois,apres,avant,bientot,spater,fruher,bald,vorher,nachher"
        ),
        (.beforePlace, "at,@,a,en,em,in,na,no,bei,beim,am,im,aux,au,nach,to"),
        (
            .nameStart,
            "one,two,three,four,five,six,seven,eight,nine,ten,twelve,first,second,third,big,little,small,long,short,cold,hot,new,old,"
                + "dark,main,black,white,red,blue,green,north,south,east,west,upper,lower,inner,outer,middle,the,el,la,los,las,le,les,"
                + "dos,tres,trois,zwei,grande,grand,petit,petite,pequena,mini"
        ),
        (.or, "or,ou,oder,o"),
        (
            .elsewhere,
            "then,moved to,drove to,drove on to,drove round to,drove around to,walked round to,walked around to,headed to,headed over to,"
                + "paddled over to,cruzamos a,atravessamos para,atravessamos pra,sind dann nach,sind weiter nach,puis,dann,danach,luego,nos fuimos a,nos movimos a,depois,entao,fui pra,fui para,"
                + "fomos para"
        ),
        (
            .atLast,
            "instead,ended up,wound up,switched to,settled for,so surfed,repli,replies,alors,finalement,du coup,dafur,stattdessen,also,"
                + "letztlich,acabamos en,acabe en,terminamos en,termine en,nos quedamos en,me quede en,al final,acabei,acabamos,acabei na,acabei no,acabei em,acabamos na,acabamos no,"
                + "no fim,segui pra,segui para,seguimos pra,surfei no,surfei na,surfei em"
        ),
        (
            .unsurfed,
            "going to surf,gonna surf,going to go to,wanted to surf,wanted to go to,wanted,meant to surf,planned to surf,"
                + "supposed to surf,drove past,drove by,went past,looked at,look at,checked,checked out,skipped,instead of,aimed for,"
                + "was meant to be,tenia que ser,era pra ser,era para ser,devait etre,sollte sein,ibamos a,iba a,queria ir a,queriamos ir a,queria,queriamos,fui a ver,fui a mirar,fuimos a ver,fuimos a mirar,pase por,"
                + "pasamos por,no entre en,no entramos en,en vez de,en lugar de,ia surfar,ia a,ia pra,iamos a,iamos pra,fui ver,fomos ver,"
                + "fui olhar,passei por,passei em,passamos por,passamos em,nao entrei em,em vez de,ao inves de,voulais,voulait,voulions,"
                + "devait,devais,alle voir,allee voir,alles voir,passe voir,passe devant,passe par,au lieu de,wollte,wollten,eigentlich,"
                + "statt,anstatt,vorbei an"
        ),
        (
            .correction,
            "no sorry,no wait,sorry it was,sorry no,i mean,scratch that,correction,korrektur,ah nein,ah non,non pardon,quiero decir,"
                + "quer dizer,no perdon,nao pera"
        ),
        (
            .saint,
            "st,ste,saint,sainte,sankt,san,santa,santo,sao,mount,mt,port,porto,puerto,cap,cape,fort,ft,lake,los,las"
        ),
        (
            .nameJoint,
            "of,de,del,da,do,das,dos,d,du,des,la,las,los,le,les,el,y,e,et,und,van,von,di,st,&,a,au,aux,sur,en,am,der,den,in,im"
        ),
        (
            .landmark,
            "reef,beach,point,bay,cove,rock,rocks,pier,jetty,street,st,ave,avenue,road,island,bar,bank,shores,park,"
                + "harbor,harbour,rivermouth,river,lagoon,ledge,inlet,state,head,heads,spit,strand,playa,praia,plage,cliff,"
                + "cliffs,bluff,bluffs,creek,canyon,lane,jetties,shore,bch,pt,blvd,bowl,peak,groyne,groin,breakwater,boca,foz,punta,"
                + "ponta,pointe,baia,bahia,costa,cala,crique,digue,mole,molhe,falaise,muelle,jetee,seebrucke,city,springs,dunes,isle,isles,cay,lighthouse,"
                + "campground,estuary,shoal,shoals,wharf,quay,marina,haven,isla,ilha,ile,insel,bucht,hafen,puerto,porto,cabo,"
                + "baie,anse,barra,faro,farol,phare"
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
