extension Lexicon {
    static let numberWords: [(Term, String)] = numbers + ordinals + units

    private static let numbers: [(Term, String)] = [
        (.number(1), "one,a,an,un,una,uma,une,ein,eine,einem,einer"), (.number(2), "two,dos,dois,duas,deux,zwei"),
        (.number(3), "three,tres,trois,drei"), (.number(4), "four,cuatro,quatro,quatre,vier"),
        (.number(5), "five,cinco,cinq,funf"), (.number(6), "six,seis,sechs"),
        (.number(7), "seven,siete,sete,sept,sieben"),
        (.number(8), "eight,ocho,oito,huit,acht"), (.number(9), "nine,nueve,nove,neuf,neun"),
        (.number(10), "ten,diez,dez,dix,zehn"), (.number(11), "eleven,once,onze,elf"),
        (.number(12), "twelve,doce,doze,douze,zwolf"), (.number(13), "thirteen"), (.number(14), "fourteen"),
        (.number(15), "fifteen,quince,quinze"), (.number(16), "sixteen"), (.number(17), "seventeen"),
        (.number(18), "eighteen"), (.number(19), "nineteen"), (.number(20), "twenty,veinte,vinte,vingt,zwanzig"),
        (.number(30), "thirty,treinta,trinta,trente"), (.number(40), "forty"), (.number(50), "fifty"),
        (.half, "half"),
    ]

    private static let ordinals: [(Term, String)] = [
        (.ordinal(1), "first,1er,primero,primeiro,premier,ersten"), (.ordinal(2), "second"), (.ordinal(3), "third"),
        (.ordinal(4), "fourth"), (.ordinal(5), "fifth"), (.ordinal(6), "sixth"), (.ordinal(7), "seventh"),
        (.ordinal(8), "eighth"), (.ordinal(9), "ninth"), (.ordinal(10), "tenth"), (.ordinal(11), "eleventh"),
        (.ordinal(12), "twelfth"), (.ordinal(13), "thirteenth"), (.ordinal(14), "fourteenth"),
        (.ordinal(15), "fifteenth"), (.ordinal(16), "sixteenth"), (.ordinal(17), "seventeenth"),
        (.ordinal(18), "eighteenth"), (.ordinal(19), "nineteenth"), (.ordinal(20), "twentieth"),
        (.ordinal(21), "twenty first"), (.ordinal(22), "twenty second"), (.ordinal(23), "twenty third"),
        (.ordinal(24), "twenty fourth"), (.ordinal(25), "twenty fifth"), (.ordinal(26), "twenty sixth"),
        (.ordinal(27), "twenty seventh"), (.ordinal(28), "twenty eighth"), (.ordinal(29), "twenty ninth"),
        (.ordinal(30), "thirtieth"), (.ordinal(31), "thirty first"),
    ]

    private static let units: [(Term, String)] = [
        (.unit(.feet), "ft,foot,feet,foots,pies,pes,pieds,fuss"),
        (.unit(.metres), "m,meter,meters,metre,metres,metro,metros,mts,mtr"), (.unit(.centimetres), "cm"),
        (.unit(.seconds), "s,sec,secs,second,seconds,segundos,secondes,sekunden,sek,seg"),
        (.unit(.minutes), "min,mins,minute,minutes,minuten,minuto,minutos"),
        (.unit(.hours), "h,hr,hrs,hour,hours,hora,horas,heure,heures,stunde,stunden,std"),
        (.unit(.days), "d,day,days,dia,dias,jour,jours,tag,tage,tagen"),
        (.unit(.weeks), "w,wk,wks,week,weeks,semana,semanas,semaine,semaines,woche,wochen"),
        (.unit(.months), "month,months,mes,meses,mois,monat,monate,monaten"),
        (.unit(.years), "y,yr,yrs,year,years,ano,anos,an,ans,annee,annees,jahr,jahre,jahren"),
        (.unit(.knots), "kt,kts,kn,knot,knots,nudos,nos,noeuds,knoten"), (.unit(.milesPerHour), "mph"),
        (.unit(.kilometresPerHour), "kmh,kph,kmph"), (.unit(.metresPerSecond), "mps"),
        (.unit(.fahrenheit), "f,fahrenheit,° f,°f,degrees f,degree f,deg f,degrees fahrenheit"),
        (.unit(.celsius), "c,celsius,° c,°c,degrees c,degree c,deg c,degrees celsius"),
        (.unit(.degrees), "°,º,deg,degree,degrees,grad,grados,graus,degres"),
        (.unit(.waves), "wave,waves,rides,ride"), (.unit(.stars), "star,stars,estrellas,estrelas,etoiles,sterne"),
    ]
}
