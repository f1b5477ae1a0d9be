/**
 * What is made of an object, once for each: it must depend on nothing else that changes while the object lives. It leaves
 * memory with the object.
 */
export function onceOf<Key extends object, Made, Others extends readonly unknown[] = []>(
  make: (key: Key, ...others: Others) => Made,
): (key: Key, ...others: Others) => Made {
  const known = new WeakMap<Key, { readonly made: Made }>();
  return (key, ...others) => {
    const before = known.get(key);
    if (before) return before.made;
    const made = make(key, ...others);
    known.set(key, { made });
    return made;
  };
}
