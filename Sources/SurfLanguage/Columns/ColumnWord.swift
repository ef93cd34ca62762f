/// A possible meaning of a word in a table's header.
enum ColumnWord: Hashable, Sendable {
    case id, date, time, start, end, timestamp, zone, place
    case wave, count, height, low, high, period, wind, speed, direction, swell
    case rating, notes, board, tide, crowd, water, temperature, duration, elapsed, companions
    /// A session, workout or activity. It adds nothing to another word.
    case session
    case type
    /// What a watch records about an activity: its name, whether it is a favourite, and its climb.
    case title, favourite, climb
    /// Tags or categories, one of which may be surfing.
    case tags
    /// How everything was: the wind and the water, or a remark.
    case conditions
    /// `Note`, which is a grade in some languages and a remark in others.
    case grade
    /// A word without meaning for the header.
    case little
}

extension ColumnWord {
    /// The words and phrases of headers in five languages. To support another word, add it here.
    private static let table: [([ColumnWord], String)] = [
        ([.id], "id"), ([.date], "date,datum,data,fecha,dia,day,tag,jour,when,wann,quand,cuando,quando"),
        ([.time], "time,hora,heure,uhrzeit,zeit,uhr,horario,clock,tiempo,temps,tempo"),
        ([.start], "start,started,begin,begins,began,beginning,beginn,anfang,inicio,comienzo,debut"),
        ([.start, .time], "startzeit,paddle out,paddled out,time in,in time,entraste,entrou,entre,rein"),
        ([.start, .date], "startdatum"),
        ([.end], "end,ended,ends,finish,finished,finishes,stop,stopped,ende,beendet,fin,fim,termino,fini,final"),
        ([.end, .time], "endzeit,time out,out time,saliste,saiu,sorti,raus"), ([.end, .date], "enddatum"),
        (
            [.timestamp],
            "timestamp,time stamp,zeitstempel,horodateur,horodatage,marca temporal,marca de tiempo,carimbo de data hora,"
                + "created,created time,created at,created on,erstellt,erstellt am,cree,cree le,creado,creado el,criado,"
                + "criado em,logged,logged at,entered,modified,last edited,last edited time"
        ),
        ([.time, .zone], "time zone,timezone,zeitzone,fuseau horaire,zona horaria,fuso horario,fuso"),
        (
            [.place],
            "place,location,spot,break,beach,site,where,wo,donde,onde,ort,strand,surfspot,platz,lieu,plage,endroit,lugar,playa,sitio,"
                + "praia,local,pico,surf break,surf spot,surf location"
        ),
        ([.wave], "wave,waves,welle,wellen,vague,vagues,ola,olas,onda,ondas"),
        ([.wave, .height], "wellenhohe,wellengrosse"), ([.wave, .count], "wellenanzahl,wellenzahl"),
        (
            [.count],
            "count,number,anzahl,zahl,nombre,nb,nbre,numero,num,no,nr,cantidad,quantidade,qtd,qte,caught,ridden,"
                + "surfees,surfeadas,surfadas,cogidas,total,how many,wie viele,combien,combien de,cuantas,cuantos,quantas,quantos"
        ),
        (
            [.height],
            "height,size,how big,heights,sizes,big,how high,wie hoch,wie gross,hohe,grosse,hauteur,taille,altura,tamano,tamanho,face,faces,face height"
        ),
        (
            [.low],
            "min,minimum,mini,minima,minimo,minimal,minimale,lowest,low,lower,von,from,smallest,kleinste,kleinster,menor,desde"
        ),
        (
            [.high],
            "max,maximum,maxi,maxima,maximo,maximal,maximale,highest,high,upper,bis,to,biggest,largest,tallest,grosste,grosster,mayor,maior,hasta,ate"
        ),
        ([.period], "period,periode,periodo,interval,intervall,intervalle,intervalo"),
        ([.wave, .period], "wellenperiode"), ([.swell, .period], "swellperiode,dunungsperiode"),
        ([.swell, .height], "swellhohe,dunungshohe"), ([.swell, .direction], "swellrichtung,dunungsrichtung"),
        ([.wind], "wind,winds,vent,viento,vento"), ([.wind, .direction], "windrichtung"),
        ([.wind, .speed], "windstarke,windgeschwindigkeit"),
        (
            [.speed],
            "speed,strength,force,geschwindigkeit,starke,vitesse,velocidad,velocidade,fuerza,forca,intensidad,intensidade"
        ),
        ([.direction], "direction,dir,richtung,direccion,direcao,orientation"),
        ([.swell], "swell,groundswell,dunung,houle,mar de fondo,oleaje,ondulacao"),
        (
            [.rating],
            "rating,rated,ratings,stars,star,score,overall,how was it,fun factor,quality,qualitat,qualite,calidad,qualidade,bewertung,sterne,punkte,puntuacion,calificacion,valoracion,avaliacao,"
                + "classificacao,pontuacao,etoiles,estrellas,estrelas,evaluation"
        ),
        ([.grade], "note,nota"),
        (
            [.notes],
            "notes,comment,comments,anything else,private note,nota privada,note privee,private notiz,private notes,remark,remarks,description,thoughts,journal,details,summary,notizen,notiz,bemerkung,bemerkungen,kommentar,kommentare,"
                + "anmerkung,anmerkungen,beschreibung,commentaire,commentaires,remarque,remarques,notas,comentario,"
                + "comentarios,observacion,observaciones,observacao,observacoes,obs,descripcion,descricao"
        ),
        (
            [.board],
            "board,surfboard,stick,gear,equipment,equipo,equipamiento,ausrustung,equipement,equipamento,quiver,brett,surfbrett,planche,tabla,prancha"
        ),
        ([.tide], "tide,tides,tidal,gezeit,gezeiten,tide level,maree,marea,mare"),
        (
            [.crowd],
            "crowd,crowds,crowding,crowded,how busy,busy,how crowded,people,leute,andrang,monde,affluence,gente,personas,pessoas,lineup,surfers"
        ),
        ([.water], "water,wasser,eau,agua,sea"), ([.water, .time], "time in water,time in the water"),
        ([.water, .temperature], "t ° eau,t ° agua,t ° wasser,t eau,sst,wassertemperatur,wassertemp,meerestemperatur"),
        ([.temperature], "temp,temperature,temperatur,temperatura"),
        (
            [.duration],
            "duration,how long,dauer,sessiondauer,wie lange,duree,combien de temps,duracion,cuanto tiempo,duracao,quanto tempo"
        ),
        ([.elapsed], "elapsed,verstrichene,verstrichen,ecoule,ecoulee,transcurrido,decorrido"),
        (
            [.companions],
            "buddies,buddy,friends,crew,companions,with,surfed with,begleitung,freunde,mit,compagnons,amis,avec,amigos,"
                + "companeros,companheiros,con,com,companhia,compania,compagnie,mates,partner,partners,who,who with,with whom,"
                + "mit wem,avec qui,con quien,com quem"
        ),
        (
            [.session],
            "session,sessions,surf,surfed,surfing,surfeaste,surfou,surfe,surfen,gesurft,activity,workout,aktivitat,aktivitats,trainings,activite,actividad,atividade,entrenamiento"
        ),
        (
            [.session, .type],
            "activity type,workout type,workout activity type,sport,sports,sportart,aktivitatsart,aktivitatstyp"
        ),
        ([.title], "title,titel,titre,titulo,titolo"),
        (
            [.session, .title],
            "activity name,workout name,session name,nombre de la actividad,nom de l activite,name der aktivitat,nome da atividade,"
                + "activity title,workout title"
        ),
        (
            [.tags],
            "tag,tags,category,categories,etiquetas,etiqueta,schlagworte,kategorie,categoria,categorias,etiquettes,categorie"
        ),
        ([.conditions], "conditions,condition,condiciones,condicoes,bedingungen,verhaltnisse"),
        ([.favourite], "favorite,favourite,favorit,favori,favorito,preferido"),
        (
            [.climb],
            "ascent,descent,elevation,elevation gain,elevation loss,anstieg,abstieg,aufstieg,hohenmeter,denivele,denivele positif,"
                + "ascension,ascenso,descenso,desnivel,elevacion,elevacao,subida,descida"
        ),
        ([.type], "type,kind,typ,art,tipo"), ([.session, .date], "aktivitatsdatum"),
        ([.session, .notes], "aktivitatsbeschreibung"),
        (
            [.little],
            "que,quelle,quels,welcher,welchen,hast,warst,du,ihr,as,tu,avez,vous,etais,estuviste,tenian,habia,tinham,esteve,zur,zum,out,primary,main,dominant,principal,principale,catch,the,of,at,in,on,my,your,was,were,is,are,did,do,you,we,i,go,it,used,how,what,which,welches,quel,quelle,cual,qual,der,die,das,des,am,um,im,beim,verwendetes,de,del,du,la,le,les,el,los,"
                + "las,en,au,aux,a,do,da,dos,das,na,nas,d,l,and,und,et,y,e,name,names,nom,nome"
        ),
    ]

    /// The meaning of each phrase, by its words separated by single blanks.
    static let phrases: [String: [ColumnWord]] = {
        var phrases: [String: [ColumnWord]] = [:]
        for (meaning, words) in table {
            for phrase in words.split(separator: ",") where phrases[String(phrase)] == nil {
                phrases[String(phrase)] = meaning
            }
        }
        return phrases
    }()

    /// The meaning of a phrase, also if its umlauts are written with an `e`: `Hoehe`.
    static func meaning(of phrase: String) -> [ColumnWord]? {
        if let meaning = phrases[phrase] { return meaning }
        let plain = withoutUmlautLetters(phrase)
        return phrase.utf8.count > 4 && plain.utf8.count < phrase.utf8.count ? phrases[plain] : nil
    }

    /// The phrase without each `e` after an `a`, `o` or `u`.
    private static func withoutUmlautLetters(_ phrase: String) -> String {
        var (kept, last): ([UInt8], UInt8) = ([], 0)
        for byte in phrase.utf8 {
            if byte != UInt8(ascii: "e") || !umlauts.contains(last) { kept.append(byte) }
            last = byte
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static let umlauts = Array("aou".utf8)

    /// The largest number of words in a phrase.
    static let longestPhrase = 4
}
