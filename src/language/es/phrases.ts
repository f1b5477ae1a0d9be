import type { Translation } from '#src/language/translation.ts';

/** Phrases of questions in Spanish and their wording in the language of the planner; see `de/phrases.ts`. */
export const PHRASES: Translation['phrases'] = {
  asking: `
    cuánto hemos | cuánto = how much
    cuántos | cuántas | cuantos | cuantas | número total de = how many
    cuántos diferentes | cuántos distintos | cuántas distintas = how many different
    cuánto | cuánta = how much
    cuál es el | cuál es la | cuáles son los | cuáles son las | cuál es | cuáles son | cuál fue el | cuál fue la | cuáles fueron los | cuáles fueron las | cuál fue | cuáles fueron | cuál era | qué es | cuánto es el | cuánto es la | cuánto fue el | cuánto fue la | cuánto es | cuánto fue = what is
    qué | cuál | cuáles = which
    en qué | en cuál | en cuáles = in which
    muestra | muéstrame | mostrar | muestre | lista | listar | enumera | dame | quiero | quiero ver | enséñame = show
    lista de | la lista de = show
    quién es | quiénes son = who is
    cuándo = when
  `,
  being: `
    tuvimos | hemos tenido = are there
    hay | tenemos | teníamos | existen | hubo | había = are there
    es | son | están | está | viven | vive | se encuentran = are
    era | eran | fue | fueron = were
    fue | fueron | han sido | ha sido | se han | se ha = were
    tiene | tuvo | tenía | ha = has
    tienen | tuvieron | tenían | han = have
    vienen de | viene de | son de | proceden de = are from
  `,
  article: `
    el | la | los | las | lo = the
    un | una | unos | unas = a
    todos los | todas las | todos | todas = all
    nuestro | nuestra | nuestros | nuestras | su | sus | este | esta | estos | estas = the
  `,
  relative: `
    que | quienes | los cuales | las cuales = that
    cuyo | cuya | cuyos | cuyas = whose
  `,
  preposition: `
    en | en el | en la | en los | en las | dentro de = in
    del | de la | de los | de las = of the
    desde | procedentes de | provenientes de = from
    con | con el | con la | con los | con las = with
    con un | con una = with a
    sin | sin ningún | sin ninguna | sin un | sin una = without
    para | para el | para la | para los | para las = for
  `,
  grouping: `
    por | agrupado por | agrupados por | agrupadas por | según | según el | según la | desglosado por | por cada = by
    para cada | en cada | de cada | cada = for each
  `,
  comparator: `
    entre el = between
    más de | más que | mayor que | mayores que | mayor a | superior a | superiores a | por encima de | > = more than
    menos de | menos que | menor que | menores que | menor a | inferior a | inferiores a | por debajo de | < = less than
    al menos | por lo menos | como mínimo | mínimo | >= = at least
    como máximo | a lo sumo | máximo | no más de | <= = at most
    exactamente | igual a = exactly
    entre = between
  `,
  boundAfter: `
    o más | y más = or more
    o menos | y menos = or less
  `,
  negation: `
    no = not
    ningún | ninguna | ninguno = no
    nunca | jamás | nunca han | nunca ha = never
  `,
  conjunction: `
    vs | contra = vs
    y | e | así como = and
    o | u = or
  `,
  aggregate: `
    nº de | nro de | num de = number of
    número de | el número de | cantidad de | la cantidad de = number of
    número de diferentes | número de distintos | número de distintas = number of different
    promedio de | promedio del | promedio de la | promedio de los | el promedio de | la media de | media de | promedio = average
    suma de | suma del | suma de los | suma de las | total de | el total de | total del | importe total de = total
    mediana de | mediana del | mediana = median
    máximo de = maximum
    mínimo de = minimum
    diferentes | distintos | distintas = different
  `,
  aggregateBehind: `
    promedio | medio | media | medios | medias | en promedio | de media = average
    total | totales | en total = total
    mediano = median
    máximo | máxima = maximum
    mínimo | mínima = minimum
    más alto | más alta | más altos | más altas | más elevado | más elevada = highest
    más bajo | más baja | más bajos | más bajas = lowest
  `,
  superlative: `
    más caro | más cara | más caros | más caras = highest precio
    más barato | más barata | más baratos | más baratas = lowest precio
    mayor edad | más viejo | más viejos = highest edad
    más joven | más jóvenes = lowest edad
  `,
  ranking: `
    último | última = latest
    los últimos # | las últimas # | últimos # | últimas # = latest #
    mayor | mayores | más grande | más grandes = highest
    menor | menores | más pequeño | más pequeña = lowest
    más reciente | más recientes = latest
    más antiguo | más antigua | más antiguos | más antiguas = earliest
    más | el mayor número de | la mayor cantidad de | mayor número de | mayor cantidad de = the most
    menos | el menor número de | la menor cantidad de | menor número de = the fewest
    más frecuente | más común = most common
    los # mejores | las # mejores | # mejores | top # | el top # | los # principales | las # principales = top #
    los # peores | las # peores | # peores = bottom #
    los mejores # | las mejores # = top #
  `,
  order: `
    ordenados por | ordenadas por | ordenado por | ordenada por = sorted by
    ascendente | de forma ascendente = ascending
    descendente | de forma descendente = descending
    alfabéticamente | por orden alfabético = alphabetically
  `,
  period: `
    t1 | q1 | primer trimestre | en el primer trimestre | el primer trimestre | 1er trimestre = Q1
    t2 | q2 | segundo trimestre | en el segundo trimestre | el segundo trimestre = Q2
    t3 | q3 | tercer trimestre | en el tercer trimestre | el tercer trimestre = Q3
    t4 | q4 | cuarto trimestre | en el cuarto trimestre | el cuarto trimestre = Q4
    primer semestre | en el primer semestre = H1
    segundo semestre | en el segundo semestre = H2
    semana # | en la semana # | la semana # = week #
    hoy | de hoy = today
    ayer | de ayer = yesterday
    anteayer = the day before yesterday
    mañana = tomorrow
    en lo que va de año | en lo que va del año | lo que va de año = year to date
    en lo que va de mes | en lo que va del mes = month to date
    este año | de este año | en este año | el año actual | del año en curso = this year
    el año pasado | del año pasado | año pasado | en el año pasado = last year
    este mes | de este mes | en este mes = this month
    el mes pasado | del mes pasado | mes pasado | en el mes pasado | el último mes = last month
    esta semana | de esta semana | en esta semana = this week
    la semana pasada | de la semana pasada | semana pasada | en la semana pasada = last week
    este trimestre | de este trimestre | en este trimestre = this quarter
    el trimestre pasado | del trimestre pasado | el último trimestre | en el último trimestre | del último trimestre = last quarter
    los últimos # días | en los últimos # días | de los últimos # días | últimos # días = last # days
    las últimas # semanas | en las últimas # semanas | de las últimas # semanas | últimas # semanas = last # weeks
    los últimos # meses | en los últimos # meses | de los últimos # meses | últimos # meses = last # months
    los últimos # años | en los últimos # años | de los últimos # años | últimos # años = last # years
    desde | desde el | a partir de = since
    hasta | hasta el = until
    antes de | antes del = before
    después de | después del | tras = after
    en el año | del año | durante | durante el | durante la = in
    en el mes de | del mes de = in
  `,
  unit: `
    día | días = day
    semana | semanas = week
    mes | meses = month
    trimestre | trimestres = quarter
    año | años = year
    mensual | mensuales = monthly
    anual | anuales = yearly
    semanal | semanales = weekly
    diario | diaria | diarios | diarias = daily
  `,
  passed: `
    por favor | nos | me | se | ahí | realizado | hecho = 
  `,
};
