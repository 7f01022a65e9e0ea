// Options that are numbers: `--inputs 1000 --seed 7`.

/** `fallbacks`: every option with what holds when it is not given. Null when anything else was said, or no number. */
export function numbersOf<const T extends Readonly<Record<string, number>>>(
  args: readonly string[],
  fallbacks: T,
): Record<keyof T, number> | null {
  const numbers: Record<string, number> = { ...fallbacks }
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', text = ''] = args.slice(at, at + 2)
    if (!Object.hasOwn(fallbacks, name) || !/^\d{1,9}$/.test(text)) return null
    numbers[name] = Number(text)
  }
  return numbers as Record<keyof T, number>
}
