import { type Shape, shape } from '#src/shapes/example.ts';

/** Numbers of rows and values, and other aggregates. */
export const COUNTS: readonly Shape[] = [
  shape(
    'show count T; of T',
    `
    how many T are there
    count the total number of T
    how many T are there in total
    find the total number of all T
    how many T do we have
    count the number of T
    what is the {total|} number of T
    count {all|the} T
    show the number of T
    how many T
    how many T exist in total
    what is the count of T
    return the total count of T
    the T : how many are there
    `,
  ),
  shape(
    'show count distinct C',
    `
    how many different C are there
    count the {number of|} distinct C
    what is the number of {different|distinct|unique} C
    how many unique C exist
    number of distinct C
    how many distinct kinds of C do we have
    how many types of C are there
    how many different kinds of C are there
    count the number of different types of C
    `,
  ),
  shape(
    'show count distinct C; of T',
    `
    how many different C do the T have
    how many different C are there among the T
    count the distinct C of {all|the} T
    what is the number of {different|distinct|unique} C of T
    how many unique C are there for T
    number of distinct C for the T
    how many distinct C of T are there
    from how many different C are the T
    in how many different C are the T
    `,
  ),
  shape(
    'show C, count T; of T; by C',
    `
    what are the C and the number of T for each
    show {the|each|all} C and the number of T in each C
    for each C , how many T are there
    for each C , show the number of T
    how many T are there for each C
    how many T are there in each C
    how many T does each C have
    how many T are there of each C
    what is the number of T for each C
    number of T {per|by|in each|from each|with each|for every} C
    list the number of T by C
    count the T of each C
    count the number of T with each C
    list the C and how many T have it
    show the different C and the number of T that have each
    show the different C and the corresponding number of T
    what are the different C and how many T are there of each
    what are the different C and the number of T for each one
    find the number of T in different C
    C and the number of T in each
    C along with the number of T
    show each C along with the number of T
    for each different C , count the T
    for every C , how many T are there ? list the C and the number
    how many T have each C ? list the C and the number
    how many T belong to each C ? list the C and the number
    how many T are there per C ? show the C too
    what is the number of T by different C
    C with the number of T in each
    show the T count by C
    T count for each C
    `,
  ),
  shape(
    'show T2, count T; by T2',
    `
    how many T does each T2 have
    how many T are there for each T2
    for each T2 , how many T are there
    number of T per T2
    number of T {for each|in each|of each|by} T2
    list the number of T for each T2
    count the T of every T2
    show the number of T that each T2 has
    what is the number of T by T2
    each T2 and how many T it has
    `,
  ),
  shape(
    'show C, count T; by T2',
    `
    what are the C of the T2 and the number of T of each
    for each T2 , show the C and the number of T
    show the C of each T2 and the number of T {it has|they have|}
    show the C of each T2 along with the number of T
    list the C of T2 and how many T each has
    show the C of T2 and the number of T
    what is the C of each T2 and how many T does it have
    how many T does each T2 have ? list the C and the number of T
    find the number of T for each T2 and the C
    show the C of all T2 and the number of T for each T2
    for every T2 , list the C and count the T
    give the number of T and the C of each T2
    C of T2 and the number of T they have
    C of T2 and the total number of T in each
    C of T2 and the number of times they had T
    `,
  ),
  shape(
    'show G N; of T',
    `
    what is the G N of {all|the|} T
    show the G N for {all|} T
    G N of T
    how high is the G N of T
    find the G N across all T
    find the G N among all T
    what are the G N of T
    the T have what G N
    what is the G of N of T
    what is the G of the N across all T
    return the G value of N for T
    for all T , what is the G N
    what is the G N that T have
    G T N
    `,
  ),
  shape(
    'show G N',
    `
    what is the G N
    show the G of N
    find the G N
    what are the G N
    return the G values of N
    tell me the G N overall
    `,
  ),
  shape(
    'show A, G N; of T; by A',
    `
    what is the G N of T for each A
    show the G N of T in each A
    for each A , show the G N of T
    for each A , what is the G N of the T
    G N of T {by|per} A
    list each A and the G N of T
    what are the A and the G N of T of each
    what is the G N of T in different A
    G N of T grouped by A
    show the A and the G N of T
    the G N of T of every A
    list the A together with the G N of its T
    `,
  ),
  shape(
    'show A, G N; by A',
    `
    what is the G N for each A
    show the G N in each A
    for each A , show the G N
    for each A , what is the G N
    G N {by|per} A
    list each A and the G N
    what are the A and the G N of each
    what is the G N of each A
    G N grouped by A
    show the different A and the G N of each
    the G N of every A
    show the A together with the G N
    what is the G N for every A ? list the A too
    `,
  ),
  shape(
    'show C, G N; by T2',
    `
    for each T2 , show the C and the G N
    show the C of each T2 and the G N
    what is the C of each T2 and its G N
    list the C of T2 along with the G N of each
    what are the C of T2 and the G N of each
    find the C and G N for each T2
    `,
  ),
  shape(
    'show sum N; of T',
    `
    what is the total N of {all|the} T
    how much N do all T have in total
    find the total amount of N of T
    what is the sum of N of T
    add up the N of all T
    how many N do all T have together
    total N across T
    what is the combined N of all T
    `,
  ),
  shape(
    'show count T, G N; of T',
    `
    how many T are there and what is their G N
    show the number of T and the G N
    find the number and G N of T
    number of T and G N
    count the T and find their G N
    what is the number of T and the G N of them
    `,
  ),
];
