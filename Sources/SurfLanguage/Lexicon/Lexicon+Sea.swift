extension Lexicon {
    static let seaWords: [(Term, String)] = heights + winds + compass + others + labels

    private static let heights: [(Term, String)] = [
        (.waterline(0), "flat"), (.body(1), "ankle"), (.body(2), "knee,shin"), (.body(3), "thigh"),
        (.body(4), "waist,hip"), (.body(5), "stomach,belly,tummy"), (.body(6), "chest"), (.body(7), "shoulder"),
        (.body(8), "head"), (.waterline(8), "hh"), (.waterline(9), "overhead,over head,oh"),
        (.waterline(10), "double overhead,dbl overhead,double over head,doh"),
        (.waterline(11), "triple overhead,triple over head,toh"), (.high, "high,deep,height"), (.faces, "face,faces"),
        (.hawaiian, "hawaiian,hawaii scale,hawaiian scale"), (.barely, "slightly,just,well,barely,a bit,a little"),
    ]

    private static let winds: [(Term, String)] = [
        (.surface, "glassy,glass,calm,windless,variable,no wind,no winds,oily,mirror"),
        (
            .windSide,
            "offshore,onshore,offshores,onshores,sideshore,side shore,cross shore,crossshore,cross off,cross on,side off,side on,"
                + "cross offshore,cross onshore,side offshore,side onshore,crosshore"
        ),
        (
            .strength,
            "light,moderate,strong,gentle,fresh,stiff,howling,very,slight,slightly,gusty,dead,super,really,mild,firm,faint"
        ),
        (.gusts, "gusts,gusting,gust"), (.trades, "trade,trades,tradewinds,trade winds"), (.beaufort, "bft,beaufort"),
    ]

    private static let compass: [(Term, String)] = [
        (.compass(0), "n,north,northerly"), (.compass(22.5), "nne,north northeast"),
        (.compass(45), "ne,northeast,north east,northeasterly"), (.compass(67.5), "ene,east northeast"),
        (.compass(90), "e,east,easterly"), (.compass(112.5), "ese,east southeast"),
        (.compass(135), "se,southeast,south east,southeasterly"), (.compass(157.5), "sse,south southeast"),
        (.compass(180), "s,south,southerly"), (.compass(202.5), "ssw,south southwest"),
        (.compass(225), "sw,southwest,south west,southwesterly"), (.compass(247.5), "wsw,west southwest"),
        (.compass(270), "w,west,westerly"), (.compass(292.5), "wnw,west northwest"),
        (.compass(315), "nw,northwest,north west,northwesterly"), (.compass(337.5), "nnw,north northwest"),
    ]

    private static let others: [(Term, String)] = [
        (
            .crowd,
            "crowded,packed,empty,busy,uncrowded,not crowded,super crowded,very crowded,too crowded,a bit crowded,"
                + "lightly crowded,just us,just me,only us,only me,just the two of us,nobody out,no one out,nobody,no one,"
                + "not many out,not many people,not too crowded,pretty crowded,kinda crowded,no crowd,no crowds,few out,a few out,"
                + "few people,a few people,few guys,a few guys,a handful out,had it to myself,all to myself,all to ourselves"
        ),
        (.people, "people,ppl,peeps,guys,surfers,others,person,heads,dudes,folks"),
        (.peopleOut, "out,in the water,in water,in the lineup,in the line up"),
        (.tideLevel, "low,mid,high,half,medium"),
        (
            .tideMotion,
            "rising,falling,pushing,dropping,incoming,outgoing,going out,coming in,filling in,draining,ebbing,flooding,"
                + "coming up,going up,turning,going down,pushing in,dropping out"
        ),
        (
            .boardKind,
            "board,fish,log,longboard,long board,shortboard,short board,twin,twinny,egg,gun,foamie,foamy,noserider,thruster,"
                + "quad,funboard,softtop,soft top,mid length,midlength,bodyboard,boogie board,hull,groveler,single fin,"
                + "step up,stepup,mini mal,malibu board,sup,wavestorm,simmons"
        ),
        (.riding, "rode,riding,ride,board"), (.starsOutOf, "out of,outta,of,von,sur,de"),
    ]

    private static let labels: [(Term, String)] =
        EntryField.allCases.map { (.label(.field($0)), $0.labels.joined(separator: ",")) } + otherLabels

    private static let otherLabels: [(Term, String)] = [
        (.label(.field(.height)), "waves height,wave height,surf,size"),
        (.label(.field(.wind)), "winds,breeze,breezes"), (.label(.field(.rating)), "rated"),
        (.label(.field(.waterTemperature)), "water temp,water"), (.label(.field(.waves)), "wave count"),
        (.label(.field(.duration)), "for"), (.label(.field(.notes)), "note"),
        (.label(.field(.timeZone)), "timezone"),
        (.label(.swell), "swell,groundswell,ground swell,windswell,wind swell"),
    ]
}
