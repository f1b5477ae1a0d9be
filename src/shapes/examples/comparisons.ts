import { type Shape, shape } from '#src/shapes/example.ts';

/** Rows against what is computed over others, and rows of those that are the first or the most common. */
export const COMPARISONS: readonly Shape[] = [
  shape(
    'show C; of T; where N above G V',
    `
    what are the C of T with a N above the G N of V T
    list the C of T whose N is {higher|greater|larger|more} than the G N of the V T
    which T have a N higher than the G N of T in V ? show the C
    C of T with N above the G of V T
    find the C of all T having a larger N than the G N of T from V
    show the C of T with more N than the G V T
    T whose N exceeds the G N of V T : their C
    `,
  ),
  shape(
    'show C; of T; where N below G V',
    `
    what are the C of T with a N below the G N of V T
    list the C of T whose N is {lower|less|smaller} than the G N of the V T
    which T have a N lower than the G N of T in V ? show the C
    C of T with N below the G of V T
    find the C of all T having a smaller N than the G N of T from V
    show the C of T with less N than the G V T
    `,
  ),
  shape(
    'show count T; of T; where N above G V',
    `
    how many T have a N above the G N of V T
    count the T whose N is {higher|greater|larger} than the G N of the V T
    number of T with a N higher than the G N of T in V
    how many T have more N than the G N of T from V
    what is the number of T with N above the G of V T
    how many of the T have a larger N than the G V T
    `,
  ),
  shape(
    'show distinct C; of T; where N above average',
    `
    what are the different C of T with N above the average
    list the distinct C of T whose N is {higher|greater|larger} than average
    which different C do T with an above average N have
    show the unique C of T with a N above average
    find the distinct C of T that have more than the average N
    C of T with N higher than the average N , without duplicates
    `,
  ),
  shape(
    'show distinct C; of T; where N below average',
    `
    what are the different C of T with N below the average
    list the distinct C of T whose N is {lower|less|smaller} than average
    which different C do T with a below average N have
    show the unique C of T with a N below average
    find the distinct C of T that have less than the average N
    C of T with N lower than the average N , without duplicates
    `,
  ),
  shape(
    'show count distinct C; of T; where N above average',
    `
    how many different C do T with N above the average have
    count the distinct C of T whose N is {higher|greater|larger} than average
    number of different C of T with a N above average
    how many unique C are there for T with more than the average N
    in how many different C are the T with a higher than average N
    what is the number of distinct C among T with N above the average N
    `,
  ),
  shape(
    'show C; of T; where is V; where N above average',
    `
    what are the C of V T with a N above the average of all T
    list the C of T in V whose N is {higher|greater|larger} than the average N of all T
    which V T have a N above the overall average ? show the C
    C of V T with N above the average N across all T
    find the C of T from V that have more N than the average of all T
    show the C of the V T whose N is higher than the average over all T
    `,
  ),
  shape(
    'show C; of T; where A P',
    `
    what are the C of T with the P A
    list the C of the T that have the P A
    which T have the P A ? show the C
    C of T of the P A
    find the C of all T whose A is the P
    show the C of the T with the A that is P
    the T with the P A : list their C
    `,
  ),
  shape(
    'show count T; of T; where A P',
    `
    how many T have the P A
    count the T with the P A
    number of T of the P A
    how many T are there with the A that is P
    how many of the T have the A that is the P
    what is the number of T whose A is the P
    `,
  ),
  shape(
    'show C; of T; where T2 first F N',
    `
    what are the C of the T of the T2 with the F N
    list the C of all T that belong to the T2 with the F N
    which T does the T2 with the F N have ? show the C
    C of the T in the T2 with the F N
    find the C of the T for the T2 that has the F N
    show the C of T whose T2 has the F N
    for the T2 with the F N , list the C of its T
    `,
  ),
  shape(
    'show C; of T; where T2 first I',
    `
    what are the C of the T of the I T2
    list the C of all T that belong to the I T2
    which T does the I T2 have ? show the C
    C of the T in the I T2
    find the C of the T for the I T2
    show the C of T whose T2 is the I
    for the I T2 , list the C of its T
    `,
  ),
  shape(
    'show count T; of T; where T2 first F N',
    `
    how many T does the T2 with the F N have
    count the T of the T2 with the F N
    number of T in the T2 that has the F N
    how many T are there for the T2 with the F N
    how many T belong to the T2 with the F N
    what is the number of T of the T2 whose N is the F
    `,
  ),
  shape(
    'show count T; of T; where T2 first I',
    `
    how many T does the I T2 have
    count the T of the I T2
    number of T in the I T2
    how many T are there for the I T2
    how many T belong to the I T2
    what is the number of T of the I T2
    `,
  ),
  shape(
    'show G N; of T; where T2 first F N2',
    `
    what is the G N of the T of the T2 with the F N2
    G N of T in the T2 with the F N2
    find the G N of all T that belong to the T2 with the F N2
    for the T2 with the F N2 , what is the G N of its T
    show the G N of T whose T2 has the F N2
    what G N do the T of the T2 with the F N2 have
    `,
  ),
];
