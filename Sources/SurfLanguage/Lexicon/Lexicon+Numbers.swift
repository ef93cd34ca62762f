extension Lexicon {
    static let numberWords: [(Term, String)] = numbers + ordinals + germanOrdinals + units

    private static let numbers: [(Term, String)] =
        [
            (.number(0), "zero,cero,null"),
            (.number(1), "one,a,an,un,una,uno,uma,um,une,ein,eine,einem,einer,einen,eins,ner,nem"),
            (.number(2), "two,dos,dois,duas,deux,zwei,zwo"),
            (.number(3), "three,tres,trois,drei"),
            (.number(4), "four,cuatro,quatro,quatre,vier"),
            (.number(5), "five,cinco,cinq,funf"),
            (.number(6), "six,seis,sechs"),
            (.number(7), "seven,siete,sete,sept,sieben"),
            (.number(8), "eight,ocho,oito,huit,acht"),
            (.number(9), "nine,nueve,nove,neuf,neun"),
            (.number(10), "ten,diez,dez,dix,zehn"),
            (.number(11), "eleven,once,onze,elf"),
            (
                .number(6),
                "half a dozen,half dozen,media docena,meia duzia,une demi douzaine,demi douzaine,ein halbes dutzend,halbes dutzend"
            ),
            (.number(12), "twelve,doce,doze,douze,zwolf,a dozen,dozen,una docena,uma duzia,une douzaine,ein dutzend"),
            (.number(13), "thirteen,trece,treze,treize,dreizehn"),
            (.number(14), "fourteen,catorce,quatorze,catorze,vierzehn"),
            (.number(15), "fifteen,quince,quinze,funfzehn"),
            (.number(16), "sixteen,dieciseis,dezesseis,dezasseis,seize,sechzehn"),
            (.number(17), "seventeen,diecisiete,dezessete,dezassete,dix sept,siebzehn"),
            (.number(18), "eighteen,dieciocho,dezoito,dix huit,achtzehn"),
            (.number(19), "nineteen,diecinueve,dezenove,dezanove,dix neuf,neunzehn"),
            (.number(20), "twenty,veinte,vinte,vingt,zwanzig,une vingtaine"),
            (.number(21), "veintiuno,veintiun"),
            (.number(22), "veintidos"),
            (.number(23), "veintitres"),
            (.number(24), "veinticuatro"),
            (.number(25), "veinticinco"),
            (.number(26), "veintiseis"),
            (.number(27), "veintisiete"),
            (.number(28), "veintiocho"),
            (.number(29), "veintinueve"),
            (.number(30), "thirty,treinta,trinta,trente,dreissig,dreißig,une trentaine"),
            (.number(40), "forty,cuarenta,quarenta,quarante,vierzig"),
            (.number(50), "fifty,cincuenta,cinquenta,cinquante,funfzig"),
            (.number(60), "sixty,sesenta,sessenta,soixante,sechzig"),
            (.number(70), "seventy,setenta,soixante dix,siebzig"),
            (.number(80), "eighty,ochenta,oitenta,quatre vingt,quatre vingts,achtzig"),
            (.number(90), "ninety,noventa,quatre vingt dix,neunzig"),
            (.number(100), "hundred,a hundred,one hundred,cien,cem,cent,hundert"),
            (.century(2000), "two thousand,dos mil,dois mil,deux mille"),
            (.century(1900), "nineteen hundred,mil novecientos,mil novecentos,mille neuf cent,mille neuf cents"),
            (.half, "half,medio,media,meio,meia,demi,demie,halber,halbe,halben,halbes,einhalb"),
            (.quarter, "quarter,quarters,qtr,qtrs,cuarto,cuartos,quarto,quartos,quart,quarts,viertel"),
            (
                .partOfHour(15),
                "quarter of an hour,cuarto de hora,un cuarto de hora,um quarto de hora,quart d'heure,un quart d'heure,viertelstunde"
            ),
            (
                .partOfHour(30),
                "half an hour,half hour,half a hour,media hora,media horita,meia hora,meia horinha,demi heure,halbe stunde,halben stunde"
            ),
            (
                .partOfHour(45),
                "three quarters of an hour,tres cuartos de hora,tres quartos de hora,trois quarts d'heure,dreiviertelstunde,dreiviertel stunde"
            ),
            (.wholeAndHalf(1), "eineinhalb,einundeinhalb,anderthalb"),
            (.wholeAndHalf(2), "zweieinhalb,zweiundeinhalb"), (.wholeAndHalf(3), "dreieinhalb,dreiundeinhalb"),
            (.decimalPoint, "point,coma,comma,virgule,virgula,komma,punto,ponto"),
        ] + germanNumbers

    /// `einundzwanzig` to `neunundneunzig`.
    private static let germanNumbers: [(Term, String)] = {
        let ones = ["ein", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun"]
        let tens = ["zwanzig", "dreissig", "vierzig", "funfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
        return tens.enumerated().flatMap { ten, name in
            ones.enumerated().map { one, digit in (.number(ten * 10 + one + 21), "\(digit)und\(name)") }
        }
    }()

    /// `erster` to `einunddreißigsten`.
    private static let germanOrdinals: [(Term, String)] = {
        let low = "erst,zweit,dritt,viert,funft,sechst,siebt,acht,neunt,zehnt,elft,zwolft".split(separator: ",")
        let teens = ["dreizehn", "vierzehn", "funfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"].map {
            $0 + "t"
        }
        let ones = ["ein", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun"]
        let high = ["zwanzigst"] + ones.map { $0 + "undzwanzigst" } + ["dreissigst", "einunddreissigst"]
        return (low.map(String.init) + teens + high).enumerated().map { (.ordinal($0 + 1), "\($1)en,\($1)er") }
    }()

    private static let ordinals: [(Term, String)] = [
        (.ordinal(1), "first,1er,primero,primeiro,premier"), (.ordinal(2), "second"),
        (.ordinal(3), "third"), (.ordinal(4), "fourth"), (.ordinal(5), "fifth"),
        (.ordinal(6), "sixth"), (.ordinal(7), "seventh"), (.ordinal(8), "eighth"),
        (.ordinal(9), "ninth"), (.ordinal(10), "tenth"), (.ordinal(11), "eleventh"),
        (.ordinal(12), "twelfth"), (.ordinal(13), "thirteenth"), (.ordinal(14), "fourteenth"),
        (.ordinal(15), "fifteenth"), (.ordinal(16), "sixteenth"), (.ordinal(17), "seventeenth"),
        (.ordinal(18), "eighteenth"), (.ordinal(19), "nineteenth"), (.ordinal(20), "twentieth"),
        (.ordinal(21), "twenty first"), (.ordinal(22), "twenty second"), (.ordinal(23), "twenty third"),
        (.ordinal(24), "twenty fourth"), (.ordinal(25), "twenty fifth"), (.ordinal(26), "twenty sixth"),
        (.ordinal(27), "twenty seventh"), (.ordinal(28), "twenty eighth"), (.ordinal(29), "twenty ninth"),
        (.ordinal(30), "thirtieth"), (.ordinal(31), "thirty first"),
    ]

    private static let units: [(Term, String)] = Unit.allCases.map { (.unit($0), $0.definition.names) }
}
