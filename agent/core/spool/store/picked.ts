// Some fields of a value, named by a list.

export function picked<T, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  const some: Partial<Pick<T, Name>> = {}
  for (const name of names) some[name] = from[name]
  // Each name was given its value.
  return some as Pick<T, Name>
}

/** What is not there is null. */
export function pickedOrNull<T, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): { readonly [N in Name]-?: Exclude<T[N], undefined> | null } {
  const some: Partial<Record<Name, unknown>> = {}
  for (const name of names) some[name] = from[name] ?? null
  // Each name was given its value, or null.
  return some as { readonly [N in Name]-?: Exclude<T[N], undefined> | null }
}
