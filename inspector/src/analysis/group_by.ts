/** Things that share a key, gathered; keys in the order in which they were first met. */
export function groupBy<Key, Value>(all: Iterable<Value>, key: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of all) {
    const own = key(value);
    const held = groups.get(own);
    if (held === undefined) groups.set(own, [value]);
    else held.push(value);
  }
  return groups;
}
