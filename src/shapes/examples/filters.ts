import { type Shape, shape } from '#src/shapes/example.ts';

/** Rows that meet two conditions, one of two, or each of two by rows of their own. */
export const FILTERS: readonly Shape[] = [
  shape(
    'show C; of T; where is V; where is V2',
    `
    what are the C of the V T from V2
    list the C of T that are V and V2
    which V T are V2 ? show the C
    C of T in V with V2
    find the C of all T that are both V and from V2
    for V T in V2 , what is the C
    `,
  ),
  shape(
    'show count T; of T; where is V; where is V2',
    `
    how many V T are V2
    count the V T in V2
    number of T from V that are V2
    how many of the V T are from V2
    how many T are there with V and with V2
    T that are V and also V2 : how many are there
    `,
  ),
  shape(
    'show G N; of T; where is V; where is V2',
    `
    what is the G N of V T in V2
    G N of T that are V and V2
    find the G N of the V T from V2
    for V T that are V2 , what is the G N
    show the G N among T with V and V2
    among the V T from V2 , what is their G N
    `,
  ),
  shape(
    'show distinct C; of T; where is V; where is V2',
    `
    what are the different C of V T in V2
    list the distinct C of T that are V and V2
    which different C do the V T from V2 have
    show the unique C of T with V and V2
    each C of the V T that are V2 , only once
    find the distinct C of T from V that are V2
    `,
  ),
  shape(
    'show C; of T; where is V; where not V2',
    `
    what are the C of the V T that are not V2
    list the C of V T except those from V2
    which V T are not in V2 ? show the C
    C of T from V but not V2
    find the C of all V T other than the V2 ones
    for V T that are not V2 , list the C
    `,
  ),
  shape(
    'show count T; of T; where is V; where not V2',
    `
    how many V T are not V2
    count the V T that are not from V2
    number of T in V other than V2
    how many of the T from V are not V2
    how many V T are there except the V2 ones
    what is the number of V T without V2
    `,
  ),
  shape(
    'show C; of T; where either is V, is V2',
    `
    what are the C of T that are either V or V2
    list the C of the T in V or in V2
    which T are V or have V2 ? show the C
    C of T that are V or from V2
    find the C of all T with V or with V2
    T that are either V or else V2 : list the C
    `,
  ),
  shape(
    'show count T; of T; where either is V, is V2',
    `
    how many T are either V or V2
    count the T in V or in V2
    number of T that are V or from V2
    how many T have V or V2
    how many of the T are V or are V2
    T that are V or else V2 : how many are there
    `,
  ),
  shape(
    'show G N; of T; where either is V, is V2',
    `
    what is the G N of T that are either V or V2
    G N of T in V or in V2
    find the G N of T that are V or from V2
    for T that are V or V2 , what is the G N
    show the G N of all T with V or with V2
    what G N do the T have that are V or are V2
    `,
  ),
  shape(
    'show distinct C; of T; where either is V, is V2',
    `
    what are the different C of T that are V or V2
    list the distinct C of T in V or in V2
    which different C do the T have that are V or from V2
    show the unique C of T with V or with V2
    C of T that are either V or V2 , each only once
    C of T that are either V or V2 , without duplicates
    `,
  ),
  shape(
    'show C; of T; where both is V, is V2',
    `
    what are the C of T that have both V and V2
    list the C of the T with both V and V2
    which T have V as well as V2 ? show the C
    C of T who have V and also V2
    find the C of T that had both a V and a V2
    show the C of T that were in V and in V2
    `,
  ),
  shape(
    'show count T; of T; where both is V, is V2',
    `
    how many T have both V and V2
    count the T with both V and V2
    number of T that have V as well as V2
    how many T had a V and also a V2
    how many of the T were in V and in V2
    T with a V and also a V2 : how many are there
    `,
  ),
  shape(
    'show C of T; where both is V, is V2',
    `
    which C have both T from V and T from V2
    what are the C that have both V T and V2 T
    list the C with V T as well as V2 T
    show the C shared by V T and V2 T
    find the C of both T with V and T with V2
    C that T in V and T in V2 have in common
    `,
  ),
  shape(
    'show C of T; where both N B, N2 B2',
    `
    which C have both T with N B and T with N2 B2
    what are the C that have T whose N is B and T whose N2 is B2
    list the C with T of N B as well as T of N2 B2
    show the C shared by T with a N B and T with a N2 B2
    find the C of both T with N B and T with N2 B2
    C that T with N B and T with N2 B2 have in common
    `,
  ),
  shape(
    'show C of T; where not V',
    `
    which C have no V T
    what are the C without any V T
    list the C that do not have T from V
    show the C for which there is no T in V
    find the C that never had a V T
    which C are there where no T is V
    `,
  ),
  shape(
    'show C; of T; where N from K K2',
    `
    what are the C of T whose N is between K and K2
    list the C of T with a N from K to K2
    which T have a N between K and K2 ? show the C
    C of T with N between K and K2
    find the C of all T having between K and K2 N
    show the C of the T that have a N in the range from K to K2
    T with N from K to K2 , their C please
    `,
  ),
  shape(
    'show count T; of T; where N from K K2',
    `
    how many T have a N between K and K2
    count the T whose N is between K and K2
    number of T with N from K to K2
    how many T are there with between K and K2 N
    what is the number of T that have N between K and K2
    how many of the T have a N in the range from K to K2
    `,
  ),
  shape(
    'show G N; of T; where N2 from K K2',
    `
    what is the G N of T whose N2 is between K and K2
    G N of T with N2 from K to K2
    find the G N of the T with a N2 between K and K2
    for T with N2 between K and K2 , what is the G N
    show the G N among T that have between K and K2 N2
    G N for all T where N2 is from K to K2
    `,
  ),
  shape(
    'show distinct C; of T; where N from K K2',
    `
    what are the different C of T whose N is between K and K2
    list the distinct C of T with N from K to K2
    which different C do T with a N between K and K2 have
    show the unique C of T having between K and K2 N
    find the distinct C for which T have N between K and K2
    each C of T with N between K and K2 , only once
    `,
  ),
  shape(
    'show C; of T; where either N B, N B2',
    `
    what are the C of T whose N is B or B2
    list the C of T with a N B or B2
    which T have N B or B2 ? show the C
    C of T with either N B or N B2
    find the C of T where N is either B or B2
    show the C of the T that have B or B2 N
    `,
  ),
  shape(
    'show C; of T; where N B; where N2 B2',
    `
    what are the C of T with N B and N2 B2
    list the C of T whose N is B and whose N2 is B2
    which T have B N and B2 N2 ? show the C
    C of T having N B as well as N2 B2
    find the C of all T with a N of B and a N2 of B2
    for T with N B and N2 B2 , what is the C
    `,
  ),
  shape(
    'show count T; of T; where N B; where N2 B2',
    `
    how many T have N B and N2 B2
    count the T whose N is B and whose N2 is B2
    number of T with B N and B2 N2
    how many T are there with a N of B and a N2 of B2
    what is the number of T with N B as well as N2 B2
    how many of the T have N B and also N2 B2
    `,
  ),
  shape(
    'show distinct C; of T; where N B',
    `
    what are the different C of T with N B
    list the distinct C of T whose N is B
    which different C do T with a N of B have
    show the unique C of T that have B N
    find the distinct C of the T where N is B
    C of T with N B , without duplicates
    `,
  ),
  shape(
    'show distinct C; of T; where is V; where N B',
    `
    what are the different C of V T with N B
    list the distinct C of T in V whose N is B
    which different C do V T with a N of B have
    show the unique C of T from V that have B N
    find the distinct C of the V T where N is B
    C of V T with N B , each only once
    `,
  ),
  shape(
    'show G N; of T; where is V; where N2 B',
    `
    what is the G N of V T whose N2 is B
    G N of T in V with N2 B
    find the G N of the V T with B N2
    for V T with N2 B , what is the G N
    what is the G N among T from V that have a N2 of B
    show the G N of all V T where N2 is B
    `,
  ),
  shape(
    'show distinct C; of T; where not V',
    `
    what are the different C of T that are not V
    list the distinct C of T outside V
    which different C do T have that are not from V
    show the unique C of T other than V
    find the distinct C of all T except V
    C of T that are not in V , without duplicates
    `,
  ),
  shape(
    'show C; of T; where no T2; where is V',
    `
    what are the C of T that have no V T2
    list the C of the T without {any|} T2 in V
    which T never had a V T2 ? show the C
    C of T that do not have any T2 from V
    find the C of T with no T2 that are V
    show the C of all T that have not had a V T2
    T without a V T2 : list their C
    `,
  ),
  shape(
    'show count T; of T; where no T2; where is V',
    `
    how many T have no V T2
    count the T without {any|} T2 in V
    number of T that never had a V T2
    how many T do not have any T2 from V
    what is the number of T with no T2 that are V
    how many of the T have not had any V T2
    `,
  ),
  shape(
    'show G N; of T; where no T2; where is V',
    `
    what is the G N of T that have no V T2
    G N of the T without any T2 in V
    find the G N of T that never had a V T2
    show the G N of T that do not have any T2 from V
    for T with no V T2 , what is the G N
    what G N do the T without V T2 have
    `,
  ),
  shape(
    'show C; of T; where no T2; where N B',
    `
    what are the C of T that have no T2 with N B
    list the C of the T without any T2 whose N is B
    which T never had a T2 with N B ? show the C
    C of T that do not have any T2 with B N
    find the C of T with no T2 that have a N of B
    show the C of T for which there is no T2 with N B
    `,
  ),
  shape(
    'show C; of T; where some T2; where some T3',
    `
    what are the C of T that have both T2 and T3
    list the C of T with T2 as well as T3
    which T have a T2 and also a T3 ? show the C
    C of T with at least one T2 and at least one T3
    find the C of T that appear in T2 and in T3
    show the C of the T who had both a T2 and a T3
    `,
  ),
  shape(
    'show C; of T; where some T2; where no T3',
    `
    what are the C of T that have T2 but no T3
    list the C of T with a T2 but without any T3
    which T have a T2 and no T3 ? show the C
    C of T with T2 that never had a T3
    find the C of T that appear in T2 but not in any T3
    show the C of the T who had a T2 but do not have any T3
    `,
  ),
  shape(
    'show count T; of T; where some T2; where no T3',
    `
    how many T have T2 but no T3
    count the T with a T2 but without any T3
    number of T that have a T2 and no T3
    how many T with T2 never had a T3
    how many of the T appear in T2 but not in any T3
    what is the number of T who had a T2 but do not have any T3
    `,
  ),
  shape(
    'show count distinct C; of T; where N B',
    `
    how many different C do T with N B have
    count the distinct C of T whose N is B
    number of different C of T with B N
    how many unique C are there for T with a N of B
    in how many different C are the T with N B
    what is the number of distinct C among T that have N B
    `,
  ),
  shape(
    'show count distinct C; of T; where no T2',
    `
    how many different C do T without T2 have
    count the distinct C of T that have no T2
    number of different C of T with no T2
    how many unique C are there for T that never had a T2
    in how many different C are the T without any T2
    what is the number of distinct C among T that do not have any T2
    `,
  ),
];
