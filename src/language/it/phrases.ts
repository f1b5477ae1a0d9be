import type { Translation } from '#src/language/translation.ts';

/** Phrases of questions in Italian and their wording in the language of the planner; see `de/phrases.ts`. */
export const PHRASES: Translation['phrases'] = {
  asking: `
    quanti | quante | numero totale di = how many
    quanti diversi | quante diverse | quanti differenti = how many different
    quanto | quanta = how much
    qual è il | qual è la | qual è l' | qual è lo | qual è | quali sono i | quali sono le | quali sono gli | quali sono | qual era il | qual era la | qual era | qual è stato il | qual è stata la | qual è stato | quanto è il | quanto è stato il | cos' è | a quanto ammonta il = what is
    quale | quali | qual | che = which
    in quale | in quali = in which
    mostra | mostrami | mostrare | elenca | elencami | dammi | voglio | visualizza = show
    elenco dei | elenco delle | elenco degli | lista dei | lista delle | lista degli = show the
    chi è | chi sono = who is
    quando = when
  `,
  being: `
    abbiamo avuto | avevamo = are there
    ci sono | c' è | abbiamo | avevamo | esistono | c' erano = are there
    è | sono | si trovano | si trova | vivono | vive | abitano = are
    era | erano = were
    è stato | è stata | sono stati | sono state | stati | state = were
    ha | aveva = has
    hanno | avevano = have
    vengono da | viene da | provengono da | sono di = are from
  `,
  article: `
    il | lo | la | i | gli | le | l' = the
    un | uno | una | un' = a
    tutti i | tutte le | tutti gli | tutti | tutte = all
    nostro | nostra | nostri | nostre | loro | suo | sua | suoi | questo | questa | questi | queste = the
  `,
  relative: `
    che | i quali | le quali = that
    il cui | la cui | i cui | le cui = whose
  `,
  preposition: `
    in | nel | nella | nello | nei | nelle | negli | nell' = in
    su | sul | sulla = on
    del | della | dello | dell' | dei | delle | degli = of the
    d' = of
    dal | dalla | dall' | provenienti da = from
    con | con il | con la | con i | con le | aventi = with
    con un | con una | con uno = with a
    senza | senza un | senza una | senza alcun | senza alcuna = without
    per il | per la = by
  `,
  grouping: `
    per | raggruppato per | raggruppati per | suddiviso per | suddivisi per | in base a | in base alla | in base al = by
    per ogni | in ogni | di ogni | ogni | per ciascun | per ciascuna | ciascun | ciascuna = for each
  `,
  comparator: `
    più di | maggiore di | maggiori di | superiore a | superiori a | oltre | al di sopra di | > = more than
    meno di | minore di | minori di | inferiore a | inferiori a | al di sotto di | < = less than
    almeno | come minimo | minimo | >= = at least
    al massimo | massimo | non più di | <= = at most
    esattamente | uguale a | pari a = exactly
    tra | fra = between
  `,
  boundAfter: `
    o più | e più = or more
    o meno | e meno = or less
  `,
  negation: `
    non = not
    nessun | nessuna | nessuno = no
    mai | non hanno mai | non ha mai = never
  `,
  conjunction: `
    vs | contro = vs
    e | ed | nonché = and
    o | oppure = or
  `,
  aggregate: `
    nr di | n di | nr = number of
    numero di | il numero di | numero dei | numero delle | numero degli | numero | il numero dei | il numero delle = number of
    numero di diversi | numero di diverse = number of different
    media di | media dei | media del | media delle | media della | la media dei | la media delle | la media di | media = average
    somma di | somma dei | somma del | somma delle | totale di | totale dei | totale delle | totale del | il totale di | il totale delle = total
    mediana di | mediana del | mediana dei | mediana delle | mediana = median
    massimo di = maximum
    minimo di = minimum
    diversi | diverse | differenti | distinti = different
  `,
  aggregateBehind: `
    medio | media | medi | medie | in media = average
    totale | totali | complessivo | complessiva | in totale = total
    mediano = median
    massimo | massima = maximum
    minimo | minima = minimum
    più alto | più alta | più alti | più alte | più elevato | più elevata = highest
    più basso | più bassa | più bassi | più basse = lowest
  `,
  superlative: `
    più caro | più cara | più cari | più care | più costoso | più costosa | più costosi | più costose = highest prezzo
    meno caro | meno cara | meno costoso | meno costosi | più economico | più economica | più economici | più economiche = lowest prezzo
    più anziano | più anziani | più vecchio | più vecchi = highest età
    più giovane | più giovani = lowest età
  `,
  ranking: `
    ultimo | ultima = latest
    gli ultimi # | le ultime # | ultimi # | ultime # = latest #
    maggiore | maggiori | più grande | più grandi = highest
    minore | minori | più piccolo | più piccola = lowest
    più recente | più recenti = latest
    più vecchio | meno recente = earliest
    più | il maggior numero di | maggior numero di | il numero maggiore di = the most
    meno | il minor numero di | minor numero di = the fewest
    più frequente | più comune = most common
    i # migliori | le # migliori | gli # migliori | # migliori | i migliori # | le migliori # | migliori # | top # | i primi # | le prime # | primi # | i top # = top #
    i # peggiori | le # peggiori | # peggiori | i peggiori # = bottom #
  `,
  order: `
    ordinati per | ordinate per | ordinato per | ordinata per = sorted by
    crescente | in ordine crescente = ascending
    decrescente | in ordine decrescente = descending
    in ordine alfabetico = alphabetically
  `,
  period: `
    t1 | q1 | primo trimestre | nel primo trimestre | il primo trimestre | del primo trimestre = Q1
    t2 | q2 | secondo trimestre | nel secondo trimestre | il secondo trimestre | del secondo trimestre = Q2
    t3 | q3 | terzo trimestre | nel terzo trimestre | il terzo trimestre | del terzo trimestre = Q3
    t4 | q4 | quarto trimestre | nel quarto trimestre | il quarto trimestre | del quarto trimestre = Q4
    primo semestre | nel primo semestre = H1
    secondo semestre | nel secondo semestre = H2
    settimana # | nella settimana # | la settimana # = week #
    oggi | di oggi = today
    ieri | di ieri = yesterday
    l' altro ieri = the day before yesterday
    domani = tomorrow
    da inizio anno | dall' inizio dell' anno = year to date
    da inizio mese | dall' inizio del mese = month to date
    quest'anno | di quest'anno | questo anno | nell' anno in corso | dell' anno in corso = this year
    l' anno scorso | dell' anno scorso | nell' anno scorso | lo scorso anno | dello scorso anno | nello scorso anno | anno scorso = last year
    questo mese | di questo mese | in questo mese = this month
    il mese scorso | del mese scorso | nel mese scorso | lo scorso mese | dello scorso mese | mese scorso = last month
    questa settimana | di questa settimana = this week
    la settimana scorsa | della settimana scorsa | nella settimana scorsa | la scorsa settimana | della scorsa settimana | settimana scorsa = last week
    questo trimestre | di questo trimestre | in questo trimestre = this quarter
    lo scorso trimestre | nello scorso trimestre | dello scorso trimestre | il trimestre scorso | nel trimestre scorso | del trimestre scorso | l' ultimo trimestre | nell' ultimo trimestre = last quarter
    gli ultimi # giorni | negli ultimi # giorni | degli ultimi # giorni | ultimi # giorni = last # days
    le ultime # settimane | nelle ultime # settimane | delle ultime # settimane | ultime # settimane = last # weeks
    gli ultimi # mesi | negli ultimi # mesi | degli ultimi # mesi | ultimi # mesi = last # months
    gli ultimi # anni | negli ultimi # anni | degli ultimi # anni | ultimi # anni = last # years
    dal | a partire da | a partire dal = since
    fino a | fino al = until
    prima di | prima del = before
    dopo il = after
    nell' anno | nel corso del | durante | durante il = in
    nel mese di | mese di = in
  `,
  unit: `
    giorno | giorni = day
    settimana | settimane = week
    mese | mesi = month
    trimestre | trimestri = quarter
    anno | anni = year
    mensile | mensili = monthly
    annuale | annuali = yearly
    settimanale | settimanali = weekly
    giornaliero | giornaliera | giornalieri = daily
  `,
  passed: `
    per favore | ci | si | mi | vi | realizzato | fatto = 
  `,
};
