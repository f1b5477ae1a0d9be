import type { Translation } from '#src/language/translation.ts';

/** Phrases of questions in Portuguese and their wording in the language of the planner; see `de/phrases.ts`. */
export const PHRASES: Translation['phrases'] = {
  asking: `
    quantos | quantas | número total de = how many
    quantos diferentes | quantos distintos | quantas diferentes = how many different
    quanto | quanta = how much
    qual é o | qual é a | quais são os | quais são as | qual é | quais são | qual foi o | qual foi a | qual foi | quais foram os | quais foram as | quais foram | qual era o | qual o | qual a | quanto é o | quanto foi o | o que é = what is
    qual | quais | que = which
    em qual | em quais | em que = in which
    mostre | mostra | mostre-me | mostrar | liste | lista | listar | me mostre | me dê | dê-me | quero | exiba = show
    lista de | lista dos | lista das | a lista de = show
    quem é | quem são = who is
    quando = when
  `,
  being: `
    tivemos | tínhamos | houve = are there
    há | temos | tínhamos | existem | existe | houve | havia = are there
    é | são | está | estão | ficam | vivem | moram = are
    era | eram = were
    foi | foram = were
    tem | teve | tinha = has
    têm | tiveram | tinham = have
    vêm de | vem de | são de | são da | são do = are from
  `,
  article: `
    o | a | os | as = the
    um | uma | uns | umas = a
    todos os | todas as | todos | todas = all
    nosso | nossa | nossos | nossas | seu | sua | seus | suas | este | esta | estes | estas = the
  `,
  relative: `
    que | os quais | as quais = that
    cujo | cuja | cujos | cujas = whose
  `,
  preposition: `
    em | no | na | nos | nas | dentro de = in
    do | da | dos | das = of the
    d' = of
    vindos de | provenientes de = from
    com | com o | com a | com os | com as = with
    com um | com uma = with a
    sem | sem nenhum | sem nenhuma | sem um | sem uma = without
    para | para o | para a | para os | para as = for
  `,
  grouping: `
    por | agrupado por | agrupados por | agrupadas por | conforme | segundo | separado por = by
    para cada | em cada | de cada | por cada | cada | a cada = for each
  `,
  comparator: `
    mais de | mais que | mais do que | maior que | maior do que | maiores que | superior a | superiores a | acima de | > = more than
    menos de | menos que | menos do que | menor que | menor do que | menores que | inferior a | inferiores a | abaixo de | < = less than
    pelo menos | no mínimo | ao menos | mínimo | >= = at least
    no máximo | máximo | não mais de | <= = at most
    exatamente | igual a = exactly
    entre = between
  `,
  boundAfter: `
    ou mais | e mais = or more
    ou menos | e menos = or less
  `,
  negation: `
    não = not
    nenhum | nenhuma = no
    nunca | jamais = never
  `,
  conjunction: `
    vs | contra = vs
    e | bem como = and
    ou = or
  `,
  aggregate: `
    qtd de | qtde de | nº de | n de | qtd | qtde = number of
    número de | o número de | quantidade de | a quantidade de = number of
    número de diferentes | número de distintos = number of different
    média de | média do | média da | média dos | média das | a média de | a média do | a média dos | média = average
    soma de | soma do | soma dos | soma das | total de | total do | total dos | total das | o total de | valor total de | valor total dos = total
    mediana de | mediana do | mediana dos | mediana = median
    máximo de = maximum
    mínimo de = minimum
    diferentes | distintos | distintas = different
  `,
  aggregateBehind: `
    médio | média | médios | médias | em média = average
    total | totais | no total | ao todo = total
    mediano = median
    máximo | máxima = maximum
    mínimo | mínima = minimum
    mais alto | mais alta | mais altos | mais altas | mais elevado | mais elevada = highest
    mais baixo | mais baixa | mais baixos | mais baixas = lowest
  `,
  superlative: `
    mais caro | mais cara | mais caros | mais caras = highest preço
    mais barato | mais barata | mais baratos | mais baratas = lowest preço
    mais velho | mais velhos | mais velha = highest idade
    mais novo | mais jovem | mais jovens = lowest idade
  `,
  ranking: `
    mais nova = latest
    # maiores | as # maiores = top #
    último | última = latest
    os últimos # | as últimas # | últimos # | últimas # = latest #
    maior | maiores = highest
    menor | menores = lowest
    mais recente | mais recentes = latest
    mais antigo | mais antiga | mais antigos | mais antigas = earliest
    mais | o maior número de | a maior quantidade de | maior número de = the most
    menos | o menor número de | menor número de = the fewest
    mais frequente | mais comum = most common
    os # melhores | as # melhores | # melhores | os melhores # | top # | o top # | os # principais | as # principais | os # maiores = top #
    os # piores | as # piores | # piores = bottom #
  `,
  order: `
    ordenados por | ordenadas por | ordenado por | ordenada por = sorted by
    crescente | em ordem crescente = ascending
    decrescente | em ordem decrescente = descending
    em ordem alfabética = alphabetically
  `,
  period: `
    t1 | q1 | primeiro trimestre | no primeiro trimestre | 1º trimestre | no 1º trimestre | do primeiro trimestre = Q1
    t2 | q2 | segundo trimestre | no segundo trimestre | 2º trimestre | no 2º trimestre | do segundo trimestre = Q2
    t3 | q3 | terceiro trimestre | no terceiro trimestre | 3º trimestre | no 3º trimestre | do terceiro trimestre = Q3
    t4 | q4 | quarto trimestre | no quarto trimestre | 4º trimestre | no 4º trimestre | do quarto trimestre = Q4
    primeiro semestre | no primeiro semestre = H1
    segundo semestre | no segundo semestre = H2
    semana # | na semana # | a semana # = week #
    hoje | de hoje = today
    ontem | de ontem = yesterday
    anteontem = the day before yesterday
    amanhã = tomorrow
    desde o início do ano | no acumulado do ano = year to date
    desde o início do mês = month to date
    este ano | deste ano | neste ano | no ano atual = this year
    o ano passado | no ano passado | do ano passado | ano passado = last year
    este mês | deste mês | neste mês = this month
    o mês passado | no mês passado | do mês passado | mês passado = last month
    esta semana | desta semana | nesta semana = this week
    a semana passada | na semana passada | da semana passada | semana passada = last week
    este trimestre | deste trimestre | neste trimestre = this quarter
    o trimestre passado | no trimestre passado | do trimestre passado | o último trimestre | no último trimestre | do último trimestre = last quarter
    os últimos # dias | nos últimos # dias | dos últimos # dias | últimos # dias = last # days
    as últimas # semanas | nas últimas # semanas | das últimas # semanas = last # weeks
    os últimos # meses | nos últimos # meses | dos últimos # meses | últimos # meses = last # months
    os últimos # anos | nos últimos # anos | dos últimos # anos | últimos # anos = last # years
    desde | a partir de = since
    até o | até = until
    antes de | antes do = before
    depois de | depois do | após = after
    no ano de | no ano | do ano de | durante | durante o = in
    no mês de = in
  `,
  unit: `
    dia | dias = day
    semana | semanas = week
    mês | meses = month
    trimestre | trimestres = quarter
    ano | anos = year
    mensal | mensais = monthly
    anual | anuais = yearly
    semanal | semanais = weekly
    diário | diária | diários = daily
  `,
  passed: `
    por favor | nós | me | se | lá | realizado | feito = 
  `,
};
