extension Lexicon {
    static let seaWords: [(Term, String)] = heights + winds + compass + others + labels

    private static let heights: [(Term, String)] = [
        (.waterline(0), "flat,flat as a lake,totally flat"),
        (.body(1), "ankle,ankles,knochel,tobillo,tobillos,tornozelo,cheville,chevilles"),
        (.waterline(1), "knochelhoch"), (.body(2), "knee,knees,shin,knie,rodilla,rodillas,joelho,joelhos,genou,genoux"),
        (.waterline(2), "kniehoch"), (.body(3), "thigh,thighs,oberschenkel,muslo,coxa,cuisse"),
        (.waterline(3), "oberschenkelhoch"),
        (.body(4), "waist,hip,hips,huft,hufte,huften,cintura,cadera,taille,hanche,hanches"),
        (.waterline(4), "hufthoch"),
        (.body(5), "stomach,belly,tummy,navel,bauch,bauchnabel,barriga,ombligo,umbigo"), (.waterline(5), "bauchhoch"),
        (.body(6), "chest,nipple,brust,pecho,peito,poitrine"), (.waterline(6), "brusthoch"),
        (.body(7), "shoulder,shoulders,shldr,schulter,hombro,hombros,ombro,ombros,epaule,epaules,d'epaule,l'epaule"),
        (.waterline(7), "schulterhoch"), (.body(8), "head,kopf,cabeza,cabeca,tete"), (.waterline(8), "hh,kopfhoch"),
        (.waterline(9), "overhead,over head,oh,uberkopf,uberkopfhoch,head and a half,logo high"),
        (
            .waterline(10),
            "double overhead,dbl overhead,double over head,doh,dbl oh,double oh,doppelt uberkopf,doble overhead,double head"
        ),
        (.waterline(11), "triple overhead,triple over head,toh,triple oh"), (.high, "high,hi,deep,height,hoch"),
        (.faces, "face,faces"),
        (.hawaiian, "hawaiian,hawaii scale,hawaiian scale"), (.barely, "slightly,just,well,barely,a bit,a little"),
        (
            .upTo,
            "a la,al,a l,hasta la,hasta el,a la altura de la,a la altura del,de,pela,pelo,na altura da,na altura do,a altura da,hauteur,"
                + "a hauteur,a hauteur de,a hauteur des,a hauteur de la,jusqu'a la,bis zur,bis zum,up to my,up to the,como a la"
        ),
    ]

    private static let winds: [(Term, String)] = [
        (
            .surface(.calm),
            "glassy,glass,calm,windless,no wind,no winds,oily,mirror,glasig,spiegelglatt,windstill,kein wind,ohne wind,sin viento,"
                + "viento nulo,calma,sem vento,vento nulo,lisinho,sans vent,pas de vent,petole,not a breath of wind,light to no wind"
        ),
        (.surface(.variable), "variable"),
        (
            .windSide(.offshore),
            "offshore,offshores,off,offsh,off shore,terral,viento de tierra,vento terral,vent de terre,ablandig,ablandiger,ablandigem,"
                + "ablandigen,ablandiger wind,berg wind,viento off,vento off,vent off"
        ),
        (
            .windSide(.crossOffshore), "cross off,side off,cross offshore,side offshore,cross off shore"
        ),
        (
            .windSide(.cross),
            "sideshore,side shore,cross shore,crossshore,crosshore,seitlich,vent de cote,viento cruzado,vento lateral,viento lateral"
        ),
        (
            .windSide(.crossOnshore), "cross on,side on,cross onshore,side onshore"
        ),
        (
            .windSide(.onshore),
            "onshore,onshores,onsh,on shore,auflandig,auflandiger,auflandigem,auflandigen,auflandiger wind,maral,vento maral,vent de mer,"
                + "viento de mar,viento on,vento on,vent on"
        ),
        (
            .strength,
            "light,lightest,moderate,strong,gentle,fresh,stiff,howling,very,slight,slightly,gusty,dead,super,really,mild,firm,faint,leicht,"
                + "leichter,leichtem,starker,schwacher,boig,suave,flojo,fuerte,ligero,moderado,fraco,forte,leve,leger,legere,faible,fort,modere"
        ),
        (.gusts, "gusts,gusting,gust,g"), (.trades, "trade,trades,tradewinds,trade winds"),
        (
            .windName,
            "levante,poniente,tramontana,mistral,scirocco,sirocco,maestrale,libeccio,meltemi,garbino,sudestada,suestada,pampero"
        ),
        (.beaufort, "bft,beaufort,force,fuerza,forca,starke,windstarke"),
    ]

    private static let compass: [(Term, String)] = [
        (.compass(0), "n,north,northerly,norte,nord,del norte,de norte,du nord,de nord,norden"),
        (.compass(22.5), "nne,north northeast,north north east"),
        (
            .compass(45),
            "ne,northeast,north east,northeasterly,nor'easter,noreste,nordeste,nord est,nordost,del nordeste,del noreste"
        ),
        (.compass(67.5), "ene,east northeast,east north east"),
        (.compass(90), "e,east,easterly,este,leste,est,d'est,ost,osten,levante,del este,de leste"),
        (.compass(112.5), "ese,east southeast,east south east"),
        (.compass(135), "se,southeast,south east,southeasterly,sureste,sudeste,sud est,sudost"),
        (.compass(157.5), "sse,south southeast,south south east,sud sud est"),
        (.compass(180), "s,south,southerly,sur,sul,sud,suden,del sur,de sur,de sul,du sud"),
        (.compass(202.5), "ssw,south southwest,south south west,sud sud ouest"),
        (.compass(225), "sw,southwest,south west,southwesterly,suroeste,sudoeste,sud ouest,sudwest"),
        (.compass(247.5), "wsw,west southwest,west south west,ouest sud ouest"),
        (.compass(270), "w,west,westerly,oeste,ouest,d'ouest,westen,poniente,del oeste,de oeste"),
        (.compass(292.5), "wnw,west northwest,west north west,ouest nord ouest"),
        (.compass(315), "nw,northwest,north west,northwesterly,noroeste,nord ouest,nordwest"),
        (.compass(337.5), "nnw,north northwest,north north west,nord nord ouest"),
    ]

    private static let others: [(Term, String)] = [
        (
            .crowd,
            "crowded,packed,empty,busy,uncrowded,not crowded,super crowded,very crowded,too crowded,a bit crowded,"
                + "lightly crowded,just us,just me,only us,only me,just the two of us,nobody out,no one out,nobody,no one,"
                + "not many out,not many people,not too crowded,pretty crowded,kinda crowded,no crowd,no crowds,few out,a few out,"
                + "few people,a few people,few guys,a few guys,a handful out,had it to myself,all to myself,all to ourselves,"
                + "nobody about,no one about,nobody around,on my own,packed af,crowd medium,medium crowd,crowd moderate,"
                + "leer,fast leer,voll,sehr voll,super voll,niemand da,niemand,kaum leute,allein,alleine,ganz allein,"
                + "solo yo,sin gente,mucha gente,poca gente,nadie,nadie en el agua,petado,lleno de gente,"
                + "sem ninguem,muita gente,pouca gente,ninguem,sozinho,sozinha,"
                + "personne,personne a l'eau,personne dans l'eau,tout seul,toute seule,beaucoup de monde,pas grand monde,peu de monde,"
                + "tres peu de monde,pas de monde,trop de monde,du monde,blinde"
        ),
        (
            .people,
            "people,ppl,peeps,guys,surfers,others,person,heads,dudes,folks,blokes,kooks,chokers,bros,of us,leute,leuten,surfer,personas,"
                + "personnes,pessoas,gars,mecs,gajos,tipos,tios,surfistas,surfeurs,gente"
        ),
        (
            .peopleOut,
            "out,in the water,in water,in the lineup,in the line up,im wasser,a l'eau,en el agua,na agua,dans l'eau"
        ),
        (
            .tideLevel,
            "low,mid,high,half,medium,neap,spring,baja,alta,media,baixa,cheia,seca,vazia,haute,basse,mi,mittlere,hohe,niedrige"
        ),
        (
            .tide,
            "ebbe,flut,hw,lw,hochwasser,niedrigwasser,auflaufend,ablaufend,bajamar,pleamar,baixa mar,preia mar,mittlere flut,mi maree"
        ),
        (
            .tideMotion,
            "rising,falling,pushing,dropping,incoming,outgoing,going out,coming in,filling in,draining,ebbing,flooding,"
                + "coming up,going up,turning,going down,pushing in,dropping out,subiendo,bajando,llenando,vaciando,a encher,a vazar,"
                + "enchendo,vazando,secando,subindo,a subir,a descer,montante,descendante,auflaufend,ablaufend,steigend,fallend,inc"
        ),
        (
            .boardKind,
            "board,fish,log,longboard,long board,longbrd,shortboard,short board,twin,twinny,egg,gun,foamie,foamy,noserider,thruster,"
                + "quad,funboard,softtop,soft top,mid length,midlength,bodyboard,boogie board,hull,groveler,grovler,groveller,single fin,"
                + "step up,stepup,mini mal,malibu board,sup,wavestorm,simmons,twin fin,mal,tandem,softboard,minimalibu,mini malibu,logger,"
                + "tabla,tablas,tablon,pranchas,prancha,soft,softboards,leihbrett,surfbrett,pranchao,planche,mousse,brett,evolutiva,evolutivo,evo,evolution,bodysurf"
        ),
        (.riding, "rode,riding,ride,board"), (.starsOutOf, "out of,outta,of,von,sur,de,sobre,em"),
        (
            .caught,
            "caught,got,scored,had,apanhei,peguei,pegamos,apanhamos,cogi,pille,agarre,tome,j'ai pris,pris,erwischt,bekommen,rode"
        ),
        (
            .about,
            "about,abt,like,maybe,around,approx,roughly,circa,ca,unas,unos,uns,umas,environ,etwa,ungefahr,um,some"
        ),
    ]

    private static let labels: [(Term, String)] =
        EntryField.allCases.map { (.label(.field($0)), $0.labels.joined(separator: ",")) } + otherLabels

    private static let otherLabels: [(Term, String)] = [
        (.label(.field(.height)), "waves height,wave height,surf,size,alto,altura,hauteur,hohe"),
        (
            .label(.field(.wind)),
            "winds,breeze,breezes,viento,viento de,viento del,vento,vento de,vento do,vent,vent de,vent du,vent d,wind aus,wind vom,wind from"
        ),
        (.label(.field(.rating)), "rated,note,nota,bewertung"),
        (
            .label(.field(.waterTemperature)),
            "water temp,water,agua,agua a,wasser,wassertemperatur,wassertemp,eau,eau a,temp agua,l'eau a,l'eau"
        ),
        (.label(.field(.waves)), "wave count,olas,olas surfeadas,ondas,ondas surfadas,vagues,wellen"),
        (.label(.field(.period)), "perio,periode,periodo,periodo de,period of,periode de"),
        (
            .label(.field(.duration)),
            "for,duree,dauer,duracion,duracao,gesamtzeit,elapsed,elapsed time,total time,surf time,time in water,tiempo total,tempo total,"
                + "temps total,temps dans l'eau,tiempo en el agua,came in after,left after,got out after,out after,quit after,lasted,lasted about,stayed in,stayed out,durei,duro"
        ),
        (.label(.field(.notes)), "note"),
        (.label(.field(.timeZone)), "timezone"),
        (.label(.field(.tide)), "marea,mare,maree,tides,gezeiten"),
        (.label(.field(.crowd)), "crowd,crowds"),
        (
            .label(.swell),
            "swell,groundswell,ground swell,windswell,wind swell,houle,houle de,mar de fondo,ondulacao,ondulacao de,dunung,swell de,swell aus"
        ),
    ]
}
