/// Words of everyday language, with which a new place's name ends: `Streedagh it was desperate`, `makaha bowl backwash is
/// fun`. They are function words and what people say of a session; words of which names are made (rock, church,
/// old, second) are not among them.
enum OrdinaryWords {
    /// Whether a word, in lower case and without accents, belongs to everyday language.
    static func contains(_ key: String) -> Bool { all.contains(key) }

    /// Whether only English has it, in which the nouns of names alone have capitals.
    static func isEnglish(_ key: String) -> Bool { ofEnglish.contains(key) && !ofOthers.contains(key) }

    private static let ofEnglish = words(english)
    private static let ofOthers = words(spanish + portuguese + french + german)
    private static let all = ofEnglish.union(ofOthers)

    private static func words(_ texts: [String]) -> Set<String> {
        Set(texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init))
    }

    private static let english = [
        """
        i i'm im i've ive i'd i'll me myself mine you your yours you're we we're we've us our ours he he's him his she she's her
        hers they they're them their it it's its itself this that that's these those there there's here who whose which what
        when where why how am is are was were be been being isn't wasn't weren't has have had having haven't hadn't do
        does did done doing don't didn't doesn't dont didnt will won't would wouldn't could couldn't can can't cant cannot
        should shouldn't shouldve may might must shall and but or nor so yet because cuz cos coz since although though while whilst if
        unless until till til than then as like just only even still already almost nearly about around ab abt over
        under into onto out off up down through throughout across along against between among with without w w/ wo
        from for by near before after during within inside again also too very really pretty quite rather bit
        kinda kind sorta super so such much many more most less least few little lot lots plenty enough any some all
        both each every either neither none nothing nobody noone no not never always sometimes often usually once twice thrice
        maybe perhaps probably possibly definitely actually basically literally finally eventually suddenly mostly
        barely hardly totally completely absolutely honestly lol haha hahaha omg wow ugh meh yeah yes yep yew yeww nah nope ok okay
        um uh er erm hmm hey hi hello well oh anyway btw fyi tbh imo idk jk smh ha
        """,
        """
        got get gets getting gotten go goes going gone went come comes came coming took take takes taken taking made make making
        had saw see seen seeing said say says told tell think thought know knew feel felt feeling want wanted need needed
        try tried trying give gave given keep kept let put ran run running sat sit sitting stand standing stood lay leave left
        leaving stay stayed staying start started starting stop stopped finish finished end ended begin began begun turn turned
        work worked working play played catch caught catching paddle paddled paddling duck dive dived dove drop dropped dropping
        ride rode riding ridden surf surfed surfing surfs swim swam swimming walk walked walking drive drove driving park parked
        wait waited waiting watch watched watching look looked looking check checked checking learn learned learnt learning
        teach taught help helped miss missed hit hurt cut broke broken break lost lose losing find found buy bought sell sold
        bring brought wear wore use used using call called ask asked meet met sleep slept eat ate drink drank throw threw
        hold held fall fell fallen falling wipe wiped stuck smash smashed smoked spent spend share shared score scored wish wished
        hope hoped love loved hate hated enjoy enjoyed care cares cared forget forgot remember remembered write wrote reckon
        tow towed shred shredded shredding rip ripped ripping charge charged charging send sent bail bailed nailed snapped
        blew blown blowing push pushed pull pulled show showed shown turned cooked froze frozen freezing arrive arrived
        """,
        """
        good great nice fun funny best better bad worse worst awful terrible horrible rubbish shit shite shitty crap crappy trash garbage
        epic sick rad gnarly amazing awesome insane unreal unbelievable incredible perfect perfection lovely beautiful gorgeous
        decent average mediocre fine alright solid heavy mellow chill gentle soft weak strong fast slow quick easy hard tough
        clean cleaner messy choppy bumpy lumpy lully wobbly wonky glassy mushy mush sloppy slop junk junky fat thick thin hollow
        barrel barrels barreling barrelling barreled barrelled tube tubes tubing tubular closeout closeouts close closing outs dumpy dumping dumps
        dumper dumpers shorebreak shorepound shorey peeling peeler peelers peaky wedgy wedging wedges slabby slabbing reeling rolling
        rolly crumbly crumbling bowly rippable workable fickle inconsistent consistent pumping firing cooking cranking
        macking going working maxed maxing huge big bigger biggest massive giant tiny small smaller smallest mini micro short long longer
        warm warmer warmish cold colder chilly hot cool wet dry sunny cloudy foggy fog misty rainy rain raining rained snow snowing
        storm stormy windy wind breezy breeze bright dark light lighter crowded empty busy packed quiet lonely alone solo
        tired sore stoked happy sad angry scared scary sketchy gutted proud lucky unlucky hungry thirsty hungover hangover
        dirty brown murky muddy sharky fishy stinky smelly new newer fresh same different whole half full total only first-time
        day days week weeks weekend weekends month months year years yr yrs hour hours hr hrs minute minutes min mins
        seconds time times morning mornings afternoon evening night tonight today yesterday yday tomorrow dawn dusk sunrise
        sunset-surf arvo lunch lunchtime breakfast dinner session sessions sesh surf-check surfs swell swells wave waves set sets peak
        peaks lefts rights crowd crowds people ppl guys guy dude dudes bro bros mate mates kids kid boys girls girl boy lad lads
        friend friends buddy buddies family fam mum mom mommy dad daddy brother bro sister sis uncle auntie aunt wife husband partner
        girlfriend boyfriend son daughter dog dogs local locals kook kooks groms grom grommet tourists coach instructor lesson
        lessons beginner beginners practice training contest comp heat heats board boards surfboard longboard shortboard
        fish-board foamie foamy foamies softtop soft-top log leash legrope fin fins wax wetsuit wettie wetties suit hood gloves booties boots
        water tide tides current rip rips sweep wash whitewater foam size conditions forecast report buoy tourons
        shark sharks seal seals dolphin dolphins whale whales turtle turtles jellyfish jellies stingray stingrays bird birds otter orca
        traffic parking car cars van road-trip school work meeting job office coffee beer beers pub food taco tacos burrito
        worth worthy thing things stuff way ways spot-on one two three four five six seven eight nine ten eleven twelve
        nno ono oso sso no gps app watch phone whatever heart peak best max avg dist km kmh mph camping usual pm am
        rented paddled impossible supreme hurricane chart lied rest battery longest
        rip trip trips skip story log-book entry note notes again
        """,
    ]

    private static let spanish = [
        """
        yo me mi mis tu tus su sus nos nosotros ellos ella ellas el-mismo lo le les se que quien cual como cuando donde porque
        pero y e o u ni si no ya muy mas menos mucho mucha muchos muchas poco poca pocos pocas algo alguien nada nadie todo toda todos
        todas otro otra otros otras cada solo sola solos solas casi bien mal mejor peor tambien tampoco siempre nunca aun todavia
        antes despues luego entonces hasta desde entre sobre bajo sin con para por segun durante contra hacia ayer hoy manana
        anoche antier anteayer ahora temprano tarde pronto
        es era eran fue fueron ser soy somos esta estaba estaban estuvo estuve estuvimos hay habia hubo tener tengo tenia tuve tuvimos
        fui fuimos ir iba vamos voy hice hizo hicimos hacer hacia di dio dieron cogi cogimos pille pillamos agarre agarramos
        tome tomamos surfee surfeamos surfear surfeando entre entramos entro sali salimos salio meti metimos met me-meti
        quede quedamos quedo pude pudo pudimos puse puso vi vio vimos llegue llegamos llego llevo empece empezo aprendi probe probo
        disfrute disfrutamos remamos reme remar cai caida perdi perdimos rompi rompio partio parti gano gane baje bajo subi subio
        creo dice dijo sabe parece acuerdo
        buen bueno buena buenos buenas malo mala malos malas       chico     pequeno pequena pequenas enorme
        perfecto perfecta increible brutal padre chido bacan chevere         divertido divertida rico rica    
        fuerte fuertes flojo floja suave limpio limpia sucio roto rota revuelto picado ordenado ordenada hueco tubero cerrando
        frio fria calor caliente tibia calientita helada heladaaa   nublado lluvia lloviendo niebla neblina tormenta ventoso
        viento olas ola olitas serie series tubo tubos espuma espumas orillera rebufo corriente marea subiendo bajando llenando vaciando
        gente persona personas amigo amigos amiga hermano hermana primo padres mama papa hijo hija novio novia cabros tipos gringo gringos
        alumno alumnos alumna monitor profe profesor instructor clase clases entreno entrenamiento nivel grupo escuela curso campeonato
        manga mangas tabla tablas quilla invento pita traje neopreno botas leash
        dia dias semana semanas mes meses ano anos hora horas minuto minutos rato sesion bano vacaciones finde domingo
        una un uno dos tres cuatro cinco seis siete ocho nueve diez primera primer segunda tercera ultima ultimo vez veces
        jaja jajaja hola diario pues bueno nada osea registro
        """
    ]

    private static let portuguese = [
        """
        eu me meu meus minha minhas teu tua seu sua seus suas nos nosso nossa eles elas ele ela voce vc que quem qual como quando onde
        porque pq mas e ou nem se nao n ja muito mt muita muitos muitas pouco pouca poucos mais menos algo alguem nada ninguem tudo td todo
        toda todos todas outro outra outros cada so sozinho sozinha quase bem mal melhor pior tambem tb sempre nunca ainda
        antes depois dps logo entao ate desde entre sobre sob sem com c p pra para por pelo pela durante contra hoje hj ontem amanha
        agora cedo tarde
        e era eram foi foram ser sou somos ta tava estava estavam esteve estive tem tinha teve tive tivemos havia houve ha
        fui fomos ir vai vamos fiz fez fizemos fazer dei deu peguei pegamos pegou apanhei apanhamos tomei surfei surfamos surfar
        entrei entramos sai saimos saiu cai caiu caimos levei levou fiquei ficamos ficou vi viu vimos cheguei chegamos comecei
        aprendi consegui dropei remei remamos perdi perdemos parti partiu quebrei quebrou machuquei durei correu chorei adorei
        diz disse acho lembro sei choveu chovendo funcionando
        bom boa bons boas mau ma maus     pequeno pequena pequenas gigante enorme perfeito perfeita perfeitas incrivel    
        brutal fixe fixes top legal massa divertido   fortes fraco fraca mexido limpo limpa lisinho liso torto buraco tubular tubos tubo
        gelada gelado quente morna frio fria   nublado chuva nevoeiro vento ventos nortada terral maral mare enchendo vazando secando
        onda ondas ondinha ondinhas marola marolas serie series espuma espumas vaga vagas     corrente   crowd
        gente pessoa pessoas amigo amigos amiga irmao irma primo pai mae filho filha namorada gajos miudos galera mano malta
        aluno alunos aluna professor instrutor monitor aula aulas aulao treino nivel grupo escola campeonato prancha pranchas quilha
        leash fato botas
        dia dias semana semanas mes ano anos hora horas minuto minutos sessao finde ferias
        um uma dois duas tres quatro cinco seis sete oito nove dez primeira primeiro segunda terceira ultima vez vezes
        kkk kkkk ahah rs olha resgate relogio dist viagem fim outra
        """
    ]

    private static let french = [
        """
        je j'ai jai jsuis j'etais me moi mon ma mes tu ton ta tes il elle on nous vous ils elles son sa ses notre nos votre leur leurs
        se ce cet cette ces ca c'est c'etait cetait que qui quoi dont ou quand comment pourquoi parce car mais et ni si ne pas plus
        moins tres trop peu beaucoup assez bien mal mieux pire tout toute tous toutes autre autres chaque seul seule seuls presque
        aussi toujours jamais encore deja avant apres puis alors jusqu'a depuis entre sur sous sans avec pour par pendant contre vers chez
        hier demain aujourd'hui maintenant tot tard matin soir aprem mat
        est etait etaient ete etre suis sommes a avait avaient eu avoir ai avons fait faire fais faisait pris prend prendre alle allee
        alles allee aller vais va surfe surfer surfait rame ramer sorti sortie sortis rentre rentree tombe tombee reste rester
        vu voir mis mettre mange manger bu perdu casse cassee pete petee rate ratee reussi appris dire dit crois note noter annule
        bon bonne bons bonnes mauvais mauvaise grand   grands gros grosse grosses petit petite petits petites ptit ptite enorme
        parfait parfaite nickel super genial geniale top dingue magique joli     sympa cool nul nulle moche pourri pourrie
            faible propre sale mou molle creux creuse tubulaire tubes tube rapide lent clapoteux croise
        froid froide chaud chaude gele gelee soleil nuages pluie brouillard orage tempete canicule vent
        vague vagues vaguelettes serie series mousse mousses bord shorebreak courant houle maree coef coefficient perio periode eau
        monde gens personne personnes gars mecs pote potes copain copains copine ami amis frere soeur fils fille mere pere femme mari
        mamie papi tonton eleve eleves moniteur cours stage groupe club ecole entrainement competition compet brevet seance session
        planche planches leash combi combinaison cagoule chaussons aileron derive
        jour jours semaine mois an ans annee heure heures minute minutes fois vacances weekend dernier derniere nouvelle nouveau
        un une deux trois quatre cinq six sept huit neuf dix premiere premier deuxieme
        franchement lol mdr dsl chrono montre strava vigie correction
        """
    ]

    private static let german = [
        """
        ich mich mir mein meine meinen meiner meinem du dich dir dein er ihn ihm sie es wir uns unser unsere ihr ihnen sich man
        dass das der die dem den des ein eine einen einem einer kein keine keinen nicht nichts nix niemand jemand alles alle
        viel viele wenig wenige mehr weniger sehr zu so nur schon noch auch wieder immer nie mal einmal zweimal ganz ziemlich etwas
        bisschen leider endlich vielleicht vllt wohl doch aber und oder denn weil wenn ob als wie wo wann warum was wer welche
        mit ohne bei beim vom von zum zur nach vor seit bis gegen fur durch uber unter zwischen statt trotzdem danach dann dabei drin raus
        heute heut gestern morgen vorgestern jetzt gerade fruh spat abends morgens letztens
        ist war waren bin bist sind sein gewesen habe hab hatte hatten haben hat gehabt werde wurde wurden geworden kann konnte muss
        musste will wollte soll ging gegangen gehe geh gefahren gekommen kommt komme gemacht machen gesurft surfen gepaddelt gestanden
        gefallen geklappt gelernt probiert getestet gewartet geguckt zugeschaut erwischt bekommen genommen gesehen gefroren abgesagt
        glaub glaube weiss sagt sag trag
        gut gute guter gutes besser beste schlecht schlechte super toll geil mega krass schon schone schoner nett lustig perfekt
        klein kleine kleiner gross grosse riesig hoch flach stark starke schwach leicht sauber unruhig kabbelig glatt glasig glassy
        kalt kalte warm warme heiss sonne regen nebel sturm gewitter wind windig voll leer
        welle wellen weisswasser brandung shorebreak stromung ebbe flut hochwasser niedrigwasser wasser wassertemperatur
        leute kumpel freund freunde freundin bruder schwester mama papa oma opa kind kinder kid mutti vati tochter sohn frau mann
        lehrer trainer schuler schulerin kurs kurse surfkurs anfangerkurs anfanger anfangerlagune gruppe stunde privatstunde training einheit camp surfcamp
        analyse videoanalyse brett bretter softboard leash finne neo neoprenanzug schuhe
        tag tage woche wochen monat jahr jahre uhr stunden minuten std session surf memo notiz logbuch gutschein
        zwei drei vier funf sechs sieben acht neun zehn erste erster ersten zweite dritte letzte
        echt halt eben einfach echte sooo punkt hallo anno
        """
    ]
}
