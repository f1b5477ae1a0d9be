import { type Shape, shape } from '#src/shapes/example.ts';

/** Groups of rows that are so, groups by what is computed of them, and rows in an order. */
export const GROUPED_ROWS: readonly Shape[] = [
  shape(
    'show A, count T; of T; where N B; by A',
    `
    for each A , how many T have N B
    how many T with N B does each A have
    number of T with a N of B per A
    show each A and the number of T whose N is B
    list the A and how many T have B N in each
    what is the number of T with N B for each A
    count T where N is B , by A
    `,
  ),
  shape(
    'show A, count T; of T; where N above average; by A',
    `
    for each A , how many T have a N above average
    how many T with N above the average does each A have
    number of T with an above average N per A
    show each A and the number of T whose N is higher than the average
    list the A and how many T have more than the average N in each
    what is the number of T with N above the average for each A
    `,
  ),
  shape(
    'show A, G N; of T; where is V; by A',
    `
    for each A , what is the G N of the V T
    what is the G N of V T for each A
    G N of T in V by A
    show each A and the G N of the T from V
    list the A with the G N of its V T
    what are the A and the G N of V T in each
    `,
  ),
  shape(
    'show A, G N; of T; where N2 B; by A',
    `
    for each A , what is the G N of T with N2 B
    what is the G N of T whose N2 is B for each A
    G N of T with B N2 by A
    show each A and the G N of the T that have a N2 of B
    list the A with the G N of T where N2 is B
    what are the A and the G N of T with N2 B in each
    `,
  ),
  shape(
    'show A, G N; of T; by A; sort G N D',
    `
    show the G N of T for each A in D order of the G N
    for each A , list the G N of T , sorted by that D
    what is the G N of T per A ? sort the result by the G N in D order
    list each A with the G N of its T , ordered by the G N D
    G N of T by A in D order of G N
    what are the A and their G N of T , D by the G N
    `,
  ),
  shape(
    'show A, G N; by A; sort G N D',
    `
    show the G N for each A in D order of the G N
    for each A , list the G N , sorted by that D
    what is the G N per A ? sort the result by the G N in D order
    list each A with its G N , ordered by the G N D
    G N by A in D order
    what are the A and their G N , D by the G N
    `,
  ),
  shape(
    'show A, G N; by A; first F G N',
    `
    which A has the F G N and how much is it
    what is the A with the F G N , and what is that G N
    show the A with the F G N along with the G N
    find the A that has the F G N and show both
    which A has the F G N ? show the A and the G N
    give the A with the F G N and its G N
    `,
  ),
  shape(
    'show A; of T; by A; first F G N',
    `
    which A has the F G N of T
    which A has the T with the F G N
    what is the A whose T have the F G N
    find the A in which the G N of the T is the F
    show the A with the F G N of its T
    in which A do T have the F G N
    `,
  ),
  shape(
    'show A; by A; first F G N; limit K',
    `
    which K A have the F G N
    what are the K A with the F G N
    list the F K A by G N
    show the K A with the F G of N
    find the F K A in terms of G N
    the K A that have the F G N
    `,
  ),
  shape(
    'show A, G N; by A; first F G N; limit K',
    `
    which K A have the F G N and how much is it
    what are the K A with the F G N ? show the G N too
    list the F K A by G N along with the G N
    show the K A with the F G N and the G N of each
    find the F K A in terms of G N and show both
    the K A that have the F G N , with the G N
    `,
  ),
  shape(
    'show A; by A; where G N B',
    `
    which A have a G N B
    list the A whose G N is B
    what are the A with a G N of B
    find the A that have a G N B
    show all A where the G N is B
    A with G N B
    for which A is the G N B
    `,
  ),
  shape(
    'show C; of T; where G N B',
    `
    what are the C of T {with a G N|whose G N is} B
    which T have a G N B ? list the C
    find the C of T that have a G N of B
    show the C of all T where the G N is B
    C of T with G N B
    for which T is the G N B ? give the C
    `,
  ),
  shape(
    'show A, G N; by A; where T B',
    `
    for each A with B T , what is the G N
    what is the G N of each A that has B T
    show the A with B T and the G N of each
    list the G N per A for those with B T
    which A have B T , and what is their G N
    G N by A , only for A having B T
    `,
  ),
  shape(
    'show C, count T; of T; by C; first F count T; limit K',
    `
    what are the K C with the F T and how many do they have
    list the F K C by number of T along with the number
    which K C have the F number of T ? show the C and the number of T
    show the K C with the F T and the number of T in each
    find the F K C in terms of the number of T , with the numbers
    the K C that have the F T , and how many T each has
    `,
  ),
  shape(
    'show C, count T2; of T; first F count T2; limit K',
    `
    what are the C of the K T with the F T2 and how many does each have
    list the C and the number of T2 of the F K T by number of T2
    which K T have the F number of T2 ? list the C and the number of T2
    show the C of the K T with the F T2 and the number of T2
    for the K T with the F T2 , show the C and how many T2 they have
    find the F K T in terms of the number of T2 , with their C and that number
    `,
  ),
  shape(
    'show C, count T; of T; where is V; by C; first F count T',
    `
    which C has the F V T and how many
    what is the C with the F number of V T , and how many are there
    show the C with the F T in V and the number of these T
    find the C that has the F V T and show the number too
    which C has the F T from V ? show the C and the number of T
    give the C with the F V T along with their number
    `,
  ),
  shape(
    'show C; where is V; where T B',
    `
    which C have B V T
    list the C with B T in V
    what are the C that have B T from V
    find the C shared by B V T
    show the C for which there are B V T
    the C where B of the T are V
    C with B T that are V
    `,
  ),
  shape(
    'show C; where N B; where T B2',
    `
    which C have B2 T with N B
    list the C with B2 T whose N is B
    what are the C that have B2 T with a N of B
    find the C shared by B2 T with N B
    show the C for which there are B2 T having N B
    C with B2 T where the N is B
    `,
  ),
  shape(
    'show C; where N B; first F count T',
    `
    which C has the F T with N B
    what is the C with the F number of T whose N is B
    find the C that has the F T with a N of B
    show the C with the F number of T having B N
    in which C are the F T with N B
    which C has the F T where N is B
    `,
  ),
  shape(
    'show C; of T; where N B; first P',
    `
    what is the P C of T with N B
    which C is the P among the T whose N is B
    find the P C of T with a N of B
    among T with N B , which C is the P
    show the P C of T that have B N
    which C do T with N B have P
    `,
  ),
  shape(
    'show C; of T; first F count T2; where is V',
    `
    which T has the F V T2 ? show the C
    what is the C of the T with the F V T2
    find the C of the T that has the F number of T2 in V
    show the C of the T with the F T2 from V
    C of the T who has the F number of V T2
    which T had the F T2 that are V and what is its C
    `,
  ),
  shape(
    'show A, A2, count T; of T; by A, A2',
    `
    how many T are there for each A and A2
    for each A and each A2 , show the number of T
    number of T per A and A2
    show the A , the A2 and the number of T for each combination
    count the T by A and A2
    list the number of T for every A and every A2
    what is the number of T in each A by A2
    `,
  ),
  shape(
    'show A, A2, G N; of T; by A, A2',
    `
    what is the G N of T for each A and A2
    for each A and each A2 , show the G N of T
    G N of T per A and A2
    show the A , the A2 and the G N of T for each combination
    list the G N of T by A and A2
    find the G N of T for every A and every A2
    `,
  ),
  shape(
    'show count T, G N; of T; where is V',
    `
    how many V T are there and what is their G N
    show the number of V T and their G N
    find the number and the G N of T in V
    number of T from V and their G N
    count the V T and find the G N of them
    what is the number of T that are V and what is the G N
    `,
  ),
  shape(
    'show G N, G2 N2; of T; where is V',
    `
    what are the G N and the G2 N2 of the V T
    show the G N and G2 N2 of T in V
    find the G N as well as the G2 N2 of T from V
    G N and G2 N2 for V T
    for V T , what is the G N and what is the G2 N2
    return the G N together with the G2 N2 of all V T
    `,
  ),
  shape(
    'show G N, G N2; of T',
    `
    what are the G N and N2 of T
    show the G N and N2 of all T
    find the G N and the N2 across T
    G N and N2 for T
    return the G of N and of N2 for all T
    for T , what is the G of the N and the N2
    `,
  ),
  shape(
    'show A, G N, G N2; of T; by A',
    `
    what are the G N and N2 of T for each A
    for each A , show the G N and N2 of T
    G N and N2 of T per A
    list each A with the G N and N2 of its T
    show the A and the G of N and N2 of the T in each
    find the G N and the N2 of T by A
    `,
  ),
  shape(
    'show C; of T; where T2 from K K2',
    `
    what are the C of T that have between K and K2 T2
    list the C of T with K to K2 T2
    which T have between K and K2 T2 ? show the C
    C of T having from K to K2 T2
    find the C of the T for which there are between K and K2 T2
    show the C of T that made between K and K2 T2
    `,
  ),
  shape(
    'show C, C2; of T; sort N D',
    `
    show the C of T and the C2 of their T2 in D order of N
    list the C of each T and the C2 it belongs to , sorted by N D
    what are the C and the C2 of T , ordered by N in D order
    C and also C2 of all T in D order of N
    give the C of the T together with the C2 , D by N
    find the C and the corresponding C2 of the T sorted by their N D
    `,
  ),
  shape(
    'show C; of T; sort C D',
    `
    list the C of T in D order
    show the C of all T in D order
    what are the C of the T in D order
    sort the C of T in D order
    C of all T , D
    give me the C of every T , in D order please
    arrange the C of the T in D order
    `,
  ),
  shape(
    'show distinct C; of T; sort C D',
    `
    list the different C of T in D order
    show the distinct C of all T in D order
    what are the unique C of the T in D order
    sort the different C of T in D order
    distinct C of T , D
    which different C do T have ? list them in D order
    `,
  ),
  shape(
    'show distinct C; sort C D',
    `
    list the different C in D order
    show all distinct C in D order
    what are the unique C in D order
    sort the different C in D order
    distinct C , D
    which different C are there ? list them in D order
    `,
  ),
  shape(
    'show C; of T; where not V; sort N D',
    `
    list the C of T that are not V in D order of N
    show the C of T outside V sorted by N D
    what are the C of T not from V , ordered by N D
    C of T other than V in D order of N
    find the C of all T except V and sort them by N D
    sort the T that are not V by N in D order and list the C
    `,
  ),
  shape(
    'show C; of T; where not V; first F N',
    `
    what is the C of the T with the F N that is not V
    which T outside V has the F N ? show the C
    among the T that are not V , which has the F N ? list the C
    find the C of the T with the F N other than V
    of all T not from V , show the C of the one with the F N
    C of the T with the F N among those that are not V
    `,
  ),
  shape(
    'show count T; of T; where T2 B; where is V',
    `
    how many V T have B T2
    count the T in V with B T2
    number of V T that have B T2
    how many T from V have B T2
    what is the number of T that are V and have B T2
    how many of the V T had B T2
    `,
  ),
  shape(
    'show C, G N; of T; sort G N D',
    `
    list the C of T and their G N in D order of the G N
    show the C of each T and its G N , sorted by the G N D
    what are the C of T and their G N , ordered by the G N D
    for each T , list the C and the G N , in D order of the G N
    C of T with their G N , D by the G N
    what is the G N of each T ? list the C too , in D order of the G N
    `,
  ),
];
