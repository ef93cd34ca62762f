extension Lexicon {
    static let timeWords: [(Term, String)] = weekdays + months + days + partsOfDay + dateWords + compounds

    /// German compounds such as `Sonntagmorgen`.
    private static let compounds: [(Term, String)] =
        ["sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag"].enumerated().flatMap {
            day, word in
            [
                (.weekdayPart(day, .morning), "\(word)morgen,\(word)vormittag,\(word)fruh"),
                (.weekdayPart(day, .noon), "\(word)mittag"), (.weekdayPart(day, .afternoon), "\(word)nachmittag"),
                (.weekdayPart(day, .evening), "\(word)abend"), (.weekdayPart(day, .night), "\(word)nacht"),
            ]
        }

    private static let weekdays: [(Term, String)] = [
        (.weekday(0, isShort: false), "sunday,sunday's,domingo,dimanche,sonntag"),
        (.weekday(1, isShort: false), "monday,monday's,lunes,lundi,montag,segunda feira,segunda"),
        (.weekday(2, isShort: false), "tuesday,tuesday's,tues,martes,mardi,dienstag,terca feira,terca"),
        (.weekday(3, isShort: false), "wednesday,wednesday's,miercoles,mercredi,mittwoch,quarta feira,quarta"),
        (.weekday(4, isShort: false), "thursday,thursday's,thurs,thur,jueves,jeudi,donnerstag,quinta feira,quinta"),
        (.weekday(5, isShort: false), "friday,friday's,viernes,vendredi,freitag,sexta feira,sexta"),
        (.weekday(6, isShort: false), "saturday,saturday's,sabado,samedi,samstag,sonnabend"),
        (.shortWeekday(0), "so,dim,dom"), (.shortWeekday(1), "mo,lun,seg"), (.shortWeekday(2), "di,mar,ter"),
        (.shortWeekday(3), "mi,mer,mie,qua"), (.shortWeekday(4), "do,jeu,jue,qui"),
        (.shortWeekday(5), "fr,ven,vie,sex"),
        (.shortWeekday(6), "sa,sam,sab"),
        (.weekday(0, isShort: true), "sun"), (.weekday(1, isShort: true), "mon"), (.weekday(2, isShort: true), "tue"),
        (.weekday(3, isShort: true), "wed,weds"), (.weekday(4, isShort: true), "thu"),
        (.weekday(5, isShort: true), "fri"), (.weekday(6, isShort: true), "sat"),
    ]

    /// The weekdays after which a number is a day of the month, because these languages mark hours: `sábado 7`, `samedi 7`.
    static let weekdaysBeforeDays: Set<String> = [
        "lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo", "lundi", "mardi", "mercredi", "jeudi",
        "vendredi", "samedi", "dimanche", "segunda", "terca", "quarta", "quinta", "sexta", "feira",
    ]

    private static let months: [(Term, String)] = [
        (.month(1), "january,jan,enero,janeiro,janvier,januar,ene,janv"),
        (.month(2), "february,feb,febrero,fevereiro,fevrier,februar,fev,fevr"),
        (.month(3), "march,mar,marzo,marco,mars,marz,mrz"), (.month(4), "april,apr,abril,avril,abr,avr"),
        (.month(5), "may,mayo,maio,mai"), (.month(6), "june,jun,junio,junho,juin,juni"),
        (.month(7), "july,jul,julio,julho,juillet,juli,juil"),
        (.month(8), "august,aug,agosto,aout"),
        (.month(9), "september,sept,sep,septiembre,setiembre,setembro,septembre"),
        (.month(10), "october,oct,octubre,outubro,octobre,oktober,okt"),
        (.month(11), "november,nov,noviembre,novembro,novembre"),
        (.month(12), "december,dec,diciembre,dezembro,decembre,dezember,dez,dic"),
    ]

    private static let days: [(Term, String)] = [
        (.day(0), "today,today's,earlier today,hoy,hoje,hj,aujourd'hui,heute,heut"),
        (.day(-1), "yesterday,yesterday's,yday,yesty,yestie,ayer,ontem,hier,gestern"),
        (
            .day(-2),
            "day before yesterday,the day before yesterday,anteayer,antes de ayer,antier,anteontem,antes de ontem,avant hier,vorgestern"
        ),
        (.day(-3), "trasanteontem,trasantontem,tresantontem,trasantier,trasanteayer,vorvorgestern"),
        (.day(1), "tomorrow,manana,amanha,demain,morgen"),
        (.now, "now,just now,right now,ahora,ahora mismo,agora,agora mesmo,maintenant,jetzt,gerade"),
    ]

    private static let partsOfDay: [(Term, String)] = [
        (
            .partOfDay(.dawn),
            "dawn,first thing,dawny,dawnies,dawn sesh,dawn session,dawn patrol,dawn patrl,dawnie,dp,first light,daybreak,crack of dawn,amanecer,al amanecer,al alba,amanhecer,ao amanhecer,"
                + "aube,a l'aube,petit jour,au petit jour,a l'aurore,morgendammerung"
        ),
        (
            .partOfDay(.sunrise),
            "sunrise,sunup,sun up,sonnenaufgang,bei sonnenaufgang,lever du soleil,au lever du soleil,lever du jour,au lever du jour,nascer do sol,ao nascer do sol,salida del sol"
        ),
        (
            .partOfDay(.morning),
            "x la manana,manana del,morning,morning's,mornin,morn,cedo,cedinho,temprano,en la manana,a la manana,por la manana,de la manana,de manha,da manha,manha,matin,du matin,matina,da matina,fruh,morgens,fruhmorgens,in der fruh,vormittag,am vormittag,midmorning,mid morning,a media manana,media manana,a meio da manha,meio da manha,en milieu de matinee,milieu de matinee,"
                + "au petit matin,petit matin,dans la matinee,matinee,le matin,a primera hora,de madrugada,a la fresca,con la fresca,a la fraiche,herrgottsfruh,in der herrgottsfruh,in aller herrgottsfruh,in aller fruhe,manhazinha,de manhazinha"
        ),
        (
            .partOfDay(.noon),
            "noon,midday,lunchtime,lunch,lunch break,mediodia,al mediodia,a mediodia,meio dia,ao meio dia,hora do almoco,midi,ce midi,entre midi et deux,mittag,mittags,mittagspause,"
                + "in der mittagspause,mittagszeit,um die mittagszeit"
        ),
        (
            .partOfDay(.afternoon),
            "afternoon,afternoon's,arvo,arvo's,aft,after lunch,depois do almoco,dps do almoco,despues de comer,despues de almorzar,nach dem mittagessen,aprem,a la tarde,tarde,en la tarde,x la tarde,por la tarde,de la tarde,a tarde,da tarde,de tarde,apres midi,de l'apres midi,nachmittag,"
                + "nachmittags,am nachmittag,spatnachmittag,late afternoon,mid afternoon,mid arvo,a media tarde,media tarde,a meio da tarde,meio da tarde,milieu d'apres midi,en milieu d'apres midi,avo,a ultima hora,ao fim da tarde,ao final da tarde,final da tarde,tardinha,"
                + "en fin d'apres midi,fin d'apres midi,en debut d'apres midi"
        ),
        (
            .partOfDay(.evening),
            "evening,evening's,evenin,eve,soir,du soir,le soir,en soiree,abend,abends,am abend,feierabend,nach feierabend"
        ),
        (
            .partOfDay(.sunset),
            "sunset,sundown,sun down,last light,last thing,til dark,till dark,until dark,a la puesta de sol,puesta de sol,ao por do sol,au coucher du soleil,bei sonnenuntergang,en fin de journee,atardecer,al atardecer,fim de tarde,fim do dia,fin de journee,por do sol,coucher du soleil,sonnenuntergang"
        ),
        (.partOfDay(.dusk), "dusk"),
        (
            .partOfDay(.night),
            "night,night's,nite,noche,en la noche,por la noche,de la noche,noite,a noite,da noite,nuit,nacht,nachts"
        ),
        (.partOfDay(.midnight), "midnight,medianoche,meia noite,minuit,mitternacht"),
    ]

    private static let dateWords: [(Term, String)] = [
        (.ago, "ago,atras"), (.agoBefore, "hace,ha,faz,il y a,vor"),
        (
            .beforeLast,
            "before last,retrasado,retrasada,antepasado,antepasada,trasanterior,vorletzten,vorletzter,vorletzte,vorletztes,"
                + "avant dernier,avant derniere"
        ),
        (
            .last,
            "last,past,gone,this past,pasado,pasada,passado,passada,ultimo,ultima,dernier,derniere,letzten,letzter,letzte,letztes,vergangenen,vorige,vorigen,voriger,voriges"
        ),
        (.this, "this,the,esta,este,el,ce,cet,cette,diesen,dieser,heute,ce"),
        (.next, "next,proximo,proxima,prochain,prochaine,nachsten,nachster,nachste"), (.before, "before"),
        (
            .weekBefore,
            "last week,last wk,of last week,de la semana pasada,da semana passada,de la semaine derniere,letzte woche,letzter woche,der letzten woche,vergangener woche"
        ),
        (.meridiem(.am), "am,a m"), (.meridiem(.pm), "pm,p m"), (.nearly, "ish"), (.roughly, "early,late,circa"),
        (.between, "from,between,von,zwischen,desde,entre,de,d,das,des"),
        (.several, "few,a few,couple,a couple,couple of,a couple of,several,some,ein paar,quelques,unos,unas,uns,umas"),
        (.weekend, "weekend,finde,wknd,wkend,week end,wochenende,fin de semana,fim de semana"),
        (
            .someDay,
            "the other day,other day,the other night,the other morning,some day,recently,neulich,el otro dia,outro dia,"
                + "l'autre jour,l autre jour,a while back,a while ago,easter,over easter,pascoa,sometime over easter,semana santa,paques,ostern,letztens,pfingsten,fasching,karneval,carnaval,carnavales,"
                + "pentecote,puente de mayo,reyes"
        ),
        (.dayPart(0, .night), "tonight,tonite"), (.dayPart(0, .morning), "ce mat"),
        (.dayPart(0, .afternoon), "cet aprem,cette aprem"), (.dayPart(0, .evening), "heute abend,ce soir"),
        (.dayPart(-1, .night), "anoche,ontem a noite"), (.dayPart(-2, .night), "antenoche,antes de anoche"),
        (.day(-14), "a fortnight ago,fortnight ago,a fortnight ago today"),
        (.holiday(month: 12, day: 24), "christmas eve,xmas eve,heiligabend,nochebuena"),
        (.holiday(month: 12, day: 25), "christmas day,christmas,xmas day,xmas,weihnachten,noel,natal,navidad"),
        (.holiday(month: 12, day: 26), "boxing day"),
        (.holiday(month: 12, day: 31), "new year's eve,new years eve,nye,silvester,nochevieja,reveillon"),
        (
            .holiday(month: 1, day: 1),
            "new year's day,new years day,nyd,neujahr,neujahrstag,ano nuevo,jour de l'an,nouvel an"
        ),
        (.holiday(month: 10, day: 31), "halloween"),
        (
            .holiday(month: 11, day: 1),
            "all saints day,toussaint,allerheiligen,todos los santos,dia de todos los santos,todos os santos"
        ),
        (.holiday(month: 11, day: 11), "veterans day,vets day,armistice day,remembrance day,l'armistice"),
        (.holiday(month: 3, day: 17), "st patrick's day,st patricks day,paddy's day,paddys day"),
        (.holiday(month: 2, day: 14), "valentine's day,valentines day,valentines"),
        (.holiday(month: 7, day: 4), "independence day,fourth of july"),
        (.holiday(month: 4, day: 25), "anzac day,anzac"),
        (.holiday(month: 1, day: 6), "epiphany,dreikonigstag,heilige drei konige,dia de reyes,dia de reis"),
        (.holiday(month: 2, day: 2), "groundhog day"), (.holiday(month: 3, day: 26), "kuhio day,prince kuhio day"),
        (.holiday(month: 4, day: 15), "tax day"), (.holiday(month: 4, day: 22), "earth day"),
        (.holiday(month: 6, day: 14), "flag day"), (.holiday(month: 2, day: 6), "waitangi day"),
        (.holiday(month: 6, day: 19), "juneteenth"),
        (.holiday(month: 6, day: 24), "midsummer day,noche de san juan,dia de san juan,sao joao,johannistag"),
        (.holiday(month: 7, day: 1), "canada day"), (.holiday(month: 7, day: 14), "bastille day,quatorze juillet"),
        (.holiday(month: 8, day: 15), "assumption day,assomption,maria himmelfahrt"),
        (.holiday(month: 10, day: 3), "german unity day,tag der deutschen einheit"),
        (.holiday(month: 10, day: 12), "columbus day,dia de la hispanidad,dia del pilar,el pilar"),
        (.holiday(month: 11, day: 2), "all souls day,finados,dia de finados"),
        (.holiday(month: 11, day: 5), "bonfire night,guy fawkes night,guy fawkes"),
        (.holiday(month: 12, day: 6), "saint nicholas day,nikolaus,nikolaustag,dia de la constitucion"),
        (.holiday(month: 1, day: 26), "australia day"), (.holiday(month: 3, day: 1), "st david's day,st davids day"),
        (.holiday(month: 3, day: 19), "dia de san jose,san jose day"),
        (.holiday(month: 3, day: 21), "human rights day"), (.holiday(month: 4, day: 21), "tiradentes"),
        (.holiday(month: 4, day: 23), "st george's day,st georges day,sant jordi"),
        (.holiday(month: 4, day: 27), "freedom day"),
        (
            .holiday(month: 5, day: 1),
            "may day,workers' day,workers day,tag der arbeit,fete du travail,dia del trabajo,dia del trabajador,dia do trabalho,"
                + "dia do trabalhador"
        ),
        (.holiday(month: 5, day: 5), "cinco de mayo"), (.holiday(month: 6, day: 10), "dia de portugal"),
        (.holiday(month: 6, day: 16), "youth day"), (.holiday(month: 8, day: 9), "women's day,womens day"),
        (.holiday(month: 6, day: 13), "dia de santo antonio"), (.holiday(month: 6, day: 29), "dia de sao pedro"),
        (.holiday(month: 9, day: 24), "heritage day"), (.holiday(month: 10, day: 26), "nationalfeiertag"),
        (.holiday(month: 11, day: 15), "proclamacao da republica"),
        (.holiday(month: 11, day: 20), "consciencia negra,dia da consciencia negra"),
        (.holiday(month: 11, day: 30), "st andrew's day,st andrews day"),
        (.holiday(month: 12, day: 8), "inmaculada,la inmaculada,dia de la inmaculada,imaculada conceicao"),
        (.holiday(month: 12, day: 16), "day of reconciliation,reconciliation day"),
        (.someDay, "bank holiday,bank holiday monday"),
        (.feast(.easter(-2)), "good friday,viernes santo,sexta feira santa,vendredi saint,karfreitag"),
        (
            .feast(.easter(0)),
            "easter sunday,ostersonntag,domingo de pascua,domingo de pascoa,dimanche de paques"
        ), (.feast(.easter(1)), "easter monday,ostermontag,lundi de paques,lunes de pascua"),
        (.feast(.easter(39)), "ascension day,christi himmelfahrt,himmelfahrt,l'ascension,jeudi de l'ascension"),
        (.feast(.easter(49)), "whit sunday,pfingstsonntag,dimanche de pentecote"),
        (.feast(.easter(50)), "whit monday,pfingstmontag,lundi de pentecote"),
        (.feast(.easter(60)), "corpus christi,fronleichnam"),
        (.feast(.weekday(month: 11, weekday: 4, week: 4)), "thanksgiving,thanksgiving day"),
        (.feast(.easter(-48)), "rosenmontag"), (.feast(.easter(-47)), "mardi gras,shrove tuesday,pancake day"),
        (.feast(.easter(-46)), "ash wednesday,aschermittwoch,mercredi des cendres,miercoles de ceniza"),
        (.feast(.easter(-7)), "palm sunday,palmsonntag,domingo de ramos,dimanche des rameaux"),
        (.feast(.easter(-3)), "maundy thursday,grundonnerstag,jueves santo,jeudi saint"),
        (.feast(.easter(-1)), "easter saturday,ostersamstag,karsamstag,sabado santo,samedi saint"),
        (.feast(.weekday(month: 1, weekday: 1, week: 3)), "mlk day,martin luther king day"),
        (.feast(.weekday(month: 2, weekday: 1, week: 3)), "presidents day,presidents' day,president's day"),
        (.feast(.weekday(month: 10, weekday: 1, week: 2)), "indigenous peoples day,indigenous peoples' day"),
        (.feast(.weekday(month: 9, weekday: 1, week: 1)), "labor day"),
        (.feast(.weekday(month: 10, weekday: 1, week: 4)), "labour day"),
        (.feast(.weekday(month: 5, weekday: 1, week: 5)), "memorial day"),
        (.feast(.weekday(month: 5, weekday: 0, week: 2)), "mother's day,mothers day,mothering sunday,muttertag"),
        (.feast(.weekday(month: 6, weekday: 0, week: 3)), "father's day,fathers day"),
        (.feast(.weekday(month: 11, weekday: 2, week: 1)), "melbourne cup day,cup day"),
        (.feast(.weekday(month: 11, weekday: 0, week: 2)), "remembrance sunday"),
        (
            .season,
            "spring,summer,autumn,fall,winter,primavera,verano,otono,invierno,verao,outono,inverno,printemps,ete,automne,hiver,"
                + "fruhling,fruhjahr,sommer,herbst,verano del,summer of,winter of,verao de"
        ),
        (
            .start,
            "start,started,starting,begin,began,debut,depart,inicio,comeco,beginn,anfang,in the water at,in the water by,in the water from,"
                + "paddled out at,paddled out by,was in by,a l'eau a,a l'eau des,mise a l'eau,mise a l'eau a,im wasser um,ins wasser um,"
                + "rein um,al agua a las,en el agua a las,entre a las,entramos a las,na agua as,entrei as,entramos as"
        ),
        (
            .end,
            "end,ended,finish,finished,stop,stopp,stopped,fin,fim,ende,schluss,came in at,came out at,got out at,back in at,"
                + "finished at,wrapped up at,out of the water at,out of the water by,sali a las,salimos a las,sai as,saimos as,"
                + "sorti a,sortie a,sortis a,sortie d'eau,sortie d'eau a,sorti de l'eau a,sortie de l'eau a,raus um,aus dem wasser um,"
                + "fuera del agua a las,salida del agua a las,saida da agua as"
        ),
        (
            .beside(-1),
            "eve of,the eve of,day before,the day before,vispera de,la vispera de,vespera de,vespera do,na vespera de,veille de,la veille de,"
                + "veille du,am vorabend von,tag vor,am tag vor,dia antes de,el dia antes de"
        ),
        (
            .beside(1),
            "day after,the day after,dia despues de,el dia despues de,lendemain de,le lendemain de,lendemain du,tag nach,am tag nach,"
                + "dia depois de,dia depois do"
        ),
        (.beforeHour, "halb,dreiviertel"),
        (.oclock, "uhr,o'clock,oclock"),
        (
            .at,
            "at,@,a las,a la,as,a,um,gegen,vers,around,about,ca,a eso de las,sobre las,tipo,por volta das,so um,kurz nach,kurz vor,"
                + "just after,just before,shortly after,shortly before,un peu apres,un peu avant,juste apres,juste avant,"
                + "poco despues de las,poco antes de las,pouco depois das,pouco antes das"
        ),
        (.on, "on,am,le,el,no,na,en"),
        (.of, "of,de,do,da,of the"),
    ]
}
